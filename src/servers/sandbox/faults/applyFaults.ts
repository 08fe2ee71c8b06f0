import { setTimeout as wait } from 'node:timers/promises';
import { errorBody, statusMessages } from '../errors.ts';
import type { PageLinks, RequestContext } from '../request.ts';
import { encryptedPlaceholder, kmsFailure } from '../resources.ts';
import type { FaultEffect, LinkEffect } from './fault.ts';
import type { ActiveEffect } from './faultRegistry.ts';

const bodilessStatuses = [204, 205, 304];

/** Applies the faults to one request. `handle` is the sandbox without them. */
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

/** The response of an effect that replaces the handler. */
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
      // A discarded response may hold a file open.
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

/** Without a socket, a cut is a rejection with this code, as the platform's fetch would report it. */
export class CutError extends Error {
  readonly code = 'ECONNRESET';

  constructor() {
    super('the connection was cut');
  }
}

/** Closes the connection instead of answering. */
function cutConnection(c: RequestContext): Response {
  const connection = c.env?.connection;
  if (connection === undefined) throw new CutError();
  return connection.cut();
}

/** Sends the headers and half of the body, then closes the connection. */
async function cutInBody(c: RequestContext, response: Response): Promise<Response> {
  const connection = c.env?.connection;
  if (connection !== undefined) return connection.cutInBody(response);
  const body = new Uint8Array(await response.arrayBuffer());
  const half = body.subarray(0, Math.max(1, Math.floor(body.byteLength / 2)));
  const stream = new ReadableStream<Uint8Array>({
    start: (controller) => controller.enqueue(half),
    pull: (controller) => controller.error(new CutError()),
  });
  const headers = new Headers(response.headers);
  headers.set('content-length', String(body.byteLength));
  return new Response(stream, { status: response.status, headers });
}

/** Writes the `Link` header of a list in another form that RFC 5988 allows, or in one that must not be followed. */
function rewriteLinks(
  response: Response,
  effect: LinkEffect,
  page: { url: string; links: PageLinks | undefined },
): Response {
  if (page.links === undefined) return response;
  const next = effect.loop === true ? page.url : page.links.next;
  const targets: Readonly<Record<string, string | undefined>> = {
    ...page.links,
    next: next && atOrigin(effect.foreignOrigin, next),
    help: new URL('/docs/paging', page.url).href,
  };
  const relations = effect.relations ?? ['next'];
  const others = effect.several === true ? ['help', 'first'].filter((relation) => !relations.includes(relation)) : [];
  const entries = [...others, ...relations].flatMap((relation) => {
    // Any other relation leads to the first page.
    const target = Object.hasOwn(targets, relation) ? targets[relation] : targets.first;
    return target === undefined ? [] : [writeEntry(target, relation, effect)];
  });
  const changed = new Response(response.body, response);
  changed.headers.delete('link');
  if (entries.length > 0) changed.headers.set('link', entries.join(', '));
  return changed;
}

function atOrigin(origin: string | undefined, address: string): string {
  const url = new URL(address);
  return (origin?.replace(/\/$/, '') ?? url.origin) + url.pathname + url.search;
}

function writeEntry(target: string, relation: string, effect: LinkEffect): string {
  const url = new URL(target);
  const isOwn = effect.foreignOrigin === undefined || relation !== 'next';
  const written = effect.relative === true && isOwn ? url.pathname + url.search : target;
  const extra = effect.extraParameters === true ? '; title="page; the other, really"; type="application/json"' : '';
  return `<${written}>${extra}; rel="${relation}"`;
}
