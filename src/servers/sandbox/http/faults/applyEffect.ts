import { setTimeout as wait } from 'node:timers/promises';
import { encryptedPlaceholder, kmsFailure } from '../../store/resources.ts';
import { errorBody, statusMessages } from '../errors.ts';
import type { RequestContext } from '../request.ts';
import { cut } from './cut.ts';
import type { FaultEffect, LinkEffect } from './fault.ts';

const bodilessStatuses = [204, 205, 304];
const captivePortal = '<!doctype html><html lang="en"><title>Welcome</title><h1>Please log in to the network</h1>';

/**
 * The answer to a request under an effect. `next` is the answer without it, and `seen` the items that a temporary failure has
 * already affected.
 */
export async function applyEffect(
  c: RequestContext,
  effect: FaultEffect,
  seen: Set<string>,
  next: () => Promise<Response>,
): Promise<Response> {
  switch (effect.kind) {
    case 'status':
      return statusAnswer(effect, c.var.trackingId);
    case 'rate-limit': {
      const headers = effect.retryAfter === null ? {} : { 'retry-after': String(effect.retryAfter) };
      return statusAnswer({ kind: 'status', status: 429, headers }, c.var.trackingId);
    }
    case 'html':
      return new Response(captivePortal, { headers: { 'content-type': 'text/html; charset=utf-8' } });
    case 'latency':
      await wait(effect.ms);
      return next();
    case 'cut':
      return cut(c, effect.when, next);
    case 'truncated-json': {
      const response = await next();
      const text = await response.text();
      return withBody(response, text.slice(0, Math.max(1, Math.floor(text.length / 2))));
    }
    case 'empty-list': {
      const empty = withBody(await next(), JSON.stringify({ items: [] }));
      empty.headers.delete('link');
      return empty;
    }
    case 'kms': {
      const response = await next();
      return withBody(response, JSON.stringify(failItems(await response.json(), effect, seen)));
    }
    case 'link':
      return rewriteLinks(c, effect, await next());
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

function withBody(response: Response, body: string): Response {
  const headers = new Headers(response.headers);
  headers.delete('content-length');
  return new Response(body, { status: response.status, headers });
}

type Item = Record<string, unknown>;

/**
 * Makes one field of list items undecryptable [A60]. A temporary failure affects each item once, a permanent one as long as
 * the fault is active.
 */
function failItems(body: unknown, effect: FaultEffect & { kind: 'kms' }, seen: Set<string>): unknown {
  if (typeof body !== 'object' || body === null || !('items' in body) || !Array.isArray(body.items)) return body;
  return { ...body, items: (body.items as Item[]).map((item) => failItem(item, effect, seen)) };
}

function failItem(item: Item, effect: FaultEffect & { kind: 'kms' }, seen: Set<string>): Item {
  const id = String(item.id);
  const roomId = String(item.roomId ?? item.id);
  if (effect.roomIds !== undefined && !effect.roomIds.includes(roomId)) return item;
  if (effect.temporary && seen.has(id)) return item;
  seen.add(id);
  const errors = typeof item.errors === 'object' ? item.errors : {};
  return { ...item, [effect.field]: encryptedPlaceholder(id), errors: { ...errors, [effect.field]: kmsFailure } };
}

/** Writes the `Link` header of a list in another form that RFC 5988 allows. */
function rewriteLinks(c: RequestContext, { relations, relative, extraParameters }: LinkEffect, response: Response) {
  const { first = undefined, next = undefined } = c.var.pageLinks ?? {};
  const extra = extraParameters === true ? '; title="page; the other, really"; type="application/json"' : '';
  const entries = relations.flatMap((relation) => {
    const target = relation === 'next' ? next : first;
    if (target === undefined) return [];
    const { pathname, search } = new URL(target);
    return [`<${relative === true ? pathname + search : target}>${extra}; rel="${relation}"`];
  });
  const changed = new Response(response.body, response);
  changed.headers.delete('link');
  if (entries.length > 0) changed.headers.set('link', entries.join(', '));
  return changed;
}
