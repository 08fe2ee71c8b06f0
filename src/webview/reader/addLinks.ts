import { element } from '../element.ts';

const linkable = /https?:\/\/[^\s<>"']*[^\s<>"'.,;:!?)\]}]/g;

/** Turns URLs in a message into links; code blocks and existing links are not changed. */
export function addLinks(body: HTMLElement): void {
  const walker = document.createTreeWalker(body, NodeFilter.SHOW_TEXT);
  const texts: Text[] = [];
  while (walker.nextNode()) texts.push(walker.currentNode as Text);
  for (const text of texts) {
    if (text.parentElement?.closest('a, button, pre') === null) linkOne(text);
  }
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
