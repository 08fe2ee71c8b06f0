import { element } from '../element.ts';
import type { FromPage } from './protocol.ts';

/** URLs, and workspace files with a line: `src/tide.ts:12`. No path begins inside another, so that each is read once. */
const linkable =
  /(?<address>https?:\/\/[^\s<>"']*[^\s<>"'.,;:!?)\]}])|(?<![\w@.-]\/?)(?<path>(?:[\w@.-]+\/)*[\w@.-]+\.[A-Za-z]\w{0,9}):(?<line>\d{1,7})(?:[-–]\d{1,7})?/g;

/** Turns URLs and file locations in a message into links; code blocks and existing links are not changed. */
export function addLinks(body: HTMLElement): void {
  const walker = document.createTreeWalker(body, NodeFilter.SHOW_TEXT);
  const texts: Text[] = [];
  while (walker.nextNode()) texts.push(walker.currentNode as Text);
  for (const text of texts) {
    if (text.parentElement?.closest('a, pre') === null) linkOne(text);
  }
  for (const link of body.querySelectorAll('a')) link.title = link.href;
}

function linkOne(text: Text): void {
  const { data } = text;
  const parts: (Node | string)[] = [];
  let end = 0;
  for (const found of data.matchAll(linkable)) {
    const { address, path = '', line = '' } = found.groups ?? {};
    const link =
      address === undefined
        ? element('button', { type: 'button', class: 'path', 'data-request': requestOf(path, line) }, found[0])
        : element('a', { href: address, rel: 'noopener noreferrer' }, found[0]);
    parts.push(data.slice(end, found.index), link);
    end = found.index + found[0].length;
  }
  if (parts.length > 0) text.replaceWith(...parts, data.slice(end));
}

function requestOf(path: string, line: string): string {
  return JSON.stringify({ kind: 'openPath', path, line: Number(line) } satisfies FromPage);
}
