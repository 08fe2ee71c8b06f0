import { readFileSync } from 'node:fs';
import { readOptions, serveProcess, UsageError, writeLine } from '../commandLine.ts';
import { type ConnectionLimits, type Listening, listen } from '../listen.ts';
import { createUndiciSend } from '../undiciSend.ts';
import { createBroker } from './broker.ts';
import { createBrokerLog } from './brokerLog.ts';
import { redirectUriOf } from './config/brokerConfig.ts';
import { ConfigError } from './config/environment.ts';
import { type ProcessConfig, readConfig, settingNames } from './config/readConfig.ts';
import { newSealKey } from './config/sealKeys.ts';
import { type BrokerMetrics, createBrokerMetrics } from './metrics/brokerMetrics.ts';
import { createMetricsApp } from './metrics/metricsApp.ts';
import { securityHeaders } from './securityHeaders.ts';
import { type BrokerState, StateError } from './state/brokerState.ts';
import { headersTimeoutMs, requestTimeoutMs, shutdownGraceMs } from './timeouts.ts';

const usage = `Usage: npm run broker [-- option]

  --check      validates the configuration and exits
  --new-key    prints a new key for BROKER_SEAL_KEYS and exits
  --health     checks whether the broker on this machine is running and exits
  --help       prints this text

Everything else is set by environment variables. Instead of NAME, NAME_FILE can be the path of a file with the value:
${settingNames.map((name) => `  ${name}`).join('\n')}

docs/broker.md describes them.
`;

/** Even a proxy in front, or a peer that reaches the port past it, can take only half of the connections. */
const limits: ConnectionLimits = {
  headersTimeoutMs,
  requestTimeoutMs,
  maxConnections: 1_000,
  maxConnectionsPerPeer: 500,
};

function processConfig(): ProcessConfig {
  return readConfig(process.env, (path) => readFileSync(path, 'utf8'));
}

function summary(config: ProcessConfig): string {
  const { upstream, sealKeys, editorSchemes, webCallbacks } = config;
  return `The configuration is valid.
  Public address:   ${config.publicUrl}
  Redirect URI:     ${redirectUriOf(config)} (register exactly this with the integration)
  Service:          ${upstream.baseUrl}
  Organization:     ${config.organization ?? 'no name'}
  Scopes:           ${upstream.scopes.join(' ')}
  Upstream PKCE:    ${upstream.pkce}
  Seals with:       ${sealKeys[0]?.id ?? ''}${sealKeys.length > 1 ? `, and opens ${sealKeys.length - 1} older` : ''}
  Calls back:       ${[...editorSchemes.map((scheme) => `${scheme}:`), ...webCallbacks].join(' ')}
  Trusted proxies:  ${config.trustedHops}
  Shared state:     ${config.redisUrl === undefined ? 'none: run one replica only' : 'Redis'}
  Metrics:          ${config.metricsPort === undefined ? 'off' : `port ${config.metricsPort}`}
`;
}

async function openState(config: ProcessConfig): Promise<BrokerState | undefined> {
  if (config.redisUrl === undefined) return undefined;
  // Loaded only for shared state, because the Redis client is larger than the broker.
  const { openRedisState } = await import('./state/redisState.ts');
  const log = createBrokerLog(writeLine, Date.now);
  return openRedisState(config.redisUrl, (error) => log.problem('Redis failed', '-', error));
}

async function openMetrics(
  { listenHost: host, metricsPort: port }: ProcessConfig,
  metrics: BrokerMetrics,
  state: BrokerState | undefined,
): Promise<Listening | undefined> {
  if (port === undefined) return undefined;
  const listening = await listen(createMetricsApp(metrics, state), { host, port, limits });
  writeLine(`metrics at ${listening.origin}/metrics`);
  return listening;
}

async function serve(config: ProcessConfig): Promise<void> {
  const state = await openState(config);
  const { send, close: closeSend } = createUndiciSend({ connectTimeoutMs: 5_000, idleTimeoutMs: 10_000 });
  const metrics = createBrokerMetrics(config.sealKeys.map(({ id }) => id));
  const app = createBroker(config, { send, write: writeLine, metrics, ...(state === undefined ? {} : { state }) });
  const metricsPort = await openMetrics(config, metrics, state);
  const close = async () => {
    await metricsPort?.close();
    await state?.close();
    await closeSend();
  };
  const service = { app, graceMs: shutdownGraceMs, close, fail };
  const refusalHeaders = securityHeaders(config.publicUrl);
  const options = { host: config.listenHost, port: config.listenPort, limits, refusalHeaders };
  const { origin } = await serveProcess(service, options);
  writeLine(`roomside broker ready at ${origin} for ${config.publicUrl}`);
}

async function askHealth(): Promise<void> {
  const { listenHost, listenPort } = processConfig();
  const host = listenHost === '0.0.0.0' || listenHost === '::' ? '127.0.0.1' : listenHost;
  const origin = `http://${host.includes(':') ? `[${host}]` : host}:${listenPort}`;
  const response = await fetch(`${origin}/healthz`, { signal: AbortSignal.timeout(3_000) });
  if (!response.ok) throw new Error(`the broker answers with ${response.status}`);
}

async function run(): Promise<void> {
  const boolean = { type: 'boolean' } as const;
  const options = readOptions({ check: boolean, 'new-key': boolean, health: boolean, help: boolean });
  if (options.help) process.stdout.write(usage);
  else if (options['new-key']) writeLine(newSealKey(new Date()));
  else if (options.check) process.stdout.write(summary(processConfig()));
  else if (options.health) await askHealth();
  else await serve(processConfig());
}

/** Describes an error in one line. Only messages of our own are repeated; others might contain a setting. */
function sentenceOf(error: unknown): string {
  if (error instanceof ConfigError || error instanceof UsageError) return error.message;
  if (error instanceof StateError) return 'Redis cannot be reached at REDIS_URL.';
  const code = error instanceof Error && 'code' in error ? error.code : undefined;
  if (code === 'EADDRINUSE')
    return 'The port is already in use; choose another with BROKER_LISTEN_PORT or BROKER_METRICS_PORT.';
  if (code === 'EADDRNOTAVAIL') return 'BROKER_LISTEN_HOST is not an address of this machine.';
  return error instanceof Error ? `${error.name}: ${error.message}` : String(error);
}

function fail(error: unknown): void {
  process.stderr.write(`roomside broker: ${sentenceOf(error)}\n`);
  process.exit(error instanceof ConfigError || error instanceof UsageError ? 2 : 1);
}

run().catch(fail);
