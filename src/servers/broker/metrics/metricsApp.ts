import type { FetchApp } from '../../listen.ts';
import type { BrokerState } from '../state/brokerState.ts';
import type { BrokerMetrics } from './brokerMetrics.ts';

/**
 * GET /metrics, for Prometheus. It has a port of its own, so that no proxy shows it to the people of the organization.
 * @param redis absent when the state is in memory
 */
export function createMetricsApp(metrics: BrokerMetrics, redis?: Pick<BrokerState, 'check'>): FetchApp {
  return {
    async fetch(request) {
      if (new URL(request.url).pathname !== '/metrics') return new Response(null, { status: 404 });
      if (request.method !== 'GET') return new Response(null, { status: 405, headers: { allow: 'GET' } });
      const isRedisUp = await redis?.check().then(
        () => true,
        () => false,
      );
      return new Response(metrics.text(isRedisUp), {
        headers: { 'content-type': 'text/plain; version=0.0.4; charset=utf-8', 'cache-control': 'no-store' },
      });
    },
  };
}
