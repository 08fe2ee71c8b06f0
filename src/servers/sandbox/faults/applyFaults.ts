import { setTimeout as wait } from 'node:timers/promises';
import { errorBody, statusMessages } from '../http/errors.ts';
import type { RequestContext } from '../http/request.ts';
import { cutConnection, cutInBody } from './cutConnection.ts';
import { failItems } from './failItems.ts';
import type { ActiveEffect } from './faultBook.ts';
import type { FaultEffect } from './faultEffect.ts';
import { rewriteLinks } from './rewriteLinks.ts';

const bodilessStatuses = [204, 205, 304];

/** Does to one request what the faults say; `handle` is the sandbox as it would answer without them. */
export async function applyFaults(
  c: RequestContext,
  effects: readonly ActiveEffect[],
  handle: () => Promise<Response>,
): Promise<Response> {
  for (const { effect } of effects) {
    if (effect.kind === 'latency') await wait(effect.ms);
    const answer = answerInstead(c, effect);
    if (answer !== undefined) return answer;
  }
  let response = await handle();
  for (const active of effects) response = await changeAnswer(c, active, response);
  return response;
}

/** The answer of an effect that stands in for the handler. */
function answerInstead(c: RequestContext, effect: FaultEffect): Response | undefined {
  switch (effect.kind) {
    case 'status':
      return statusAnswer(effect, c.var.trackingId);
    case 'rate-limit': {
      const headers = effect.retryAfter === null ? {} : { 'retry-after': String(effect.retryAfter) };
      return statusAnswer({ kind: 'status', status: 429, headers }, c.var.trackingId);
    }
    case 'html':
      return new Response(
        '<!doctype html><html lang="en"><title>Welcome</title><h1>Please log in to the network</h1>',
        {
          headers: { 'content-type': 'text/html; charset=utf-8' },
        },
      );
    case 'cut':
      return effect.when === 'before' ? cutConnection(c) : undefined;
    default:
      return undefined;
  }
}

function statusAnswer(effect: FaultEffect & { kind: 'status' }, trackingId: string): Response {
  const { status, headers, contentType = 'application/json' } = effect;
  const message = effect.message ?? statusMessages[status] ?? `Status ${status} on demand.`;
  const body = effect.body ?? errorBody(message, trackingId);
  return new Response(
    bodilessStatuses.includes(status) ? null : typeof body === 'string' ? body : JSON.stringify(body),
    { status, headers: { 'content-type': contentType, trackingid: trackingId, ...headers } },
  );
}

async function changeAnswer(c: RequestContext, active: ActiveEffect, response: Response): Promise<Response> {
  const { effect } = active;
  switch (effect.kind) {
    case 'cut':
      if (effect.when === 'in-body') return cutInBody(c, response);
      // An answer nobody will read may hold a file open.
      await response.body?.cancel();
      return cutConnection(c);
    case 'truncated-json': {
      const text = await response.text();
      return withBody(response, text.slice(0, Math.max(1, Math.floor(text.length / 2))));
    }
    case 'empty-list': {
      const empty = withBody(response, JSON.stringify({ items: [] }));
      empty.headers.delete('link');
      return empty;
    }
    case 'kms':
      return withBody(response, JSON.stringify(failItems(await response.json(), effect, active.seen)));
    case 'link':
      return rewriteLinks(response, effect, { url: c.req.url, links: c.var.pageLinks });
    default:
      return response;
  }
}

function withBody(response: Response, body: string): Response {
  const headers = new Headers(response.headers);
  headers.delete('content-length');
  return new Response(body, { status: response.status, headers });
}
