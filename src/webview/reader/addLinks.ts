import { element } from '../element.ts';
import { textNodes } from '../textNodes.ts';

const linkable = /https?:\/\/[^\s<>"']*[^\s<>"'.,;:!?)\]}]/g;

/** Turns URLs in a message into links; code blocks and existing links are not changed. */
export function addLinks(body: HTMLElement): void {
  for (const text of textNodes(body, 'a, button, pre')) linkOne(text);
  for (const link of body.querySelectorAll('a')) link.title = link.href;
}

function linkOne(text: Text): void {
  const { data } = text;
  const parts: (Node | string)[] = [];
  let end = 0;
  for (const found of data.matchAll(linkable)) {
    const link = element('a', { href: found[0], rel: 'noopener noreferrer' }, found[0]);
    parts.push(data.slice(end, found.index), link);
    end = found.index + found[0].length;
  }
  if (parts.length > 0) text.replaceWith(...parts, data.slice(end));
}
