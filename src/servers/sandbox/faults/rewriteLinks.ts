import type { PageLinks } from '../http/request.ts';
import type { LinkEffect } from './faultEffect.ts';

/** Writes the `Link` header of a list in another of the forms RFC 5988 allows, or in one that must not be followed. */
export function rewriteLinks(
  response: Response,
  effect: LinkEffect,
  page: { url: string; links: PageLinks | undefined },
): Response {
  if (page.links === undefined) return response;
  const links = page.links;
  const relations = effect.relations ?? ['next'];
  const others = effect.several === true ? ['help', 'first'].filter((relation) => !relations.includes(relation)) : [];
  const entries = [...others, ...relations].flatMap((relation) => {
    const target = targetOf(relation, effect, { url: page.url, links });
    return target === undefined ? [] : [writeEntry(target, relation, effect)];
  });
  const changed = new Response(response.body, response);
  changed.headers.delete('link');
  if (entries.length > 0) changed.headers.set('link', entries.join(', '));
  return changed;
}

function targetOf(relation: string, effect: LinkEffect, page: { url: string; links: PageLinks }): string | undefined {
  if (relation === 'next') {
    const next = effect.loop === true ? page.url : page.links.next;
    if (next === undefined || effect.foreignOrigin === undefined) return next;
    const url = new URL(next);
    return effect.foreignOrigin.replace(/\/$/, '') + url.pathname + url.search;
  }
  if (relation === 'prev') return page.links.prev;
  return relation === 'help' ? new URL('/docs/paging', page.url).href : page.links.first;
}

function writeEntry(target: string, relation: string, effect: LinkEffect): string {
  const url = new URL(target);
  const isOwn = effect.foreignOrigin === undefined || relation !== 'next';
  const written = effect.relative === true && isOwn ? url.pathname + url.search : target;
  const extra = effect.extraParameters === true ? '; title="page; the other, really"; type="application/json"' : '';
  return `<${written}>${extra}; rel="${relation}"`;
}
