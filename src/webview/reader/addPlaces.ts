import { element } from '../element.ts';
import { placesIn } from '../placesIn.ts';
import { textNodes } from '../textNodes.ts';
import type { FromPage } from './protocol.ts';

/** Turns the places that the host has found in a message into buttons: links to them, and their texts in words and code. */
export function addPlaces(body: HTMLElement): void {
  const places: readonly string[] = JSON.parse(body.dataset.places ?? '[]');
  const messageId = body.closest('article')?.dataset.id ?? '';
  const buttonOf = (text: string): HTMLElement => {
    const request: FromPage = { kind: 'place', messageId, place: places.indexOf(text) };
    const data = { 'data-action': 'place', 'data-request': JSON.stringify(request) };
    return element('button', { type: 'button', class: 'path', ...data });
  };
  for (const link of body.querySelectorAll('a')) {
    if (!places.includes(link.href)) continue;
    const button = buttonOf(link.href);
    button.title = link.href;
    button.append(...link.childNodes);
    link.replaceWith(button);
  }
  // One place can be the end or the beginning of another.
  for (const text of places.toSorted((a, b) => b.length - a.length)) {
    for (const { start, end } of placesIn(textNodes(body, 'a, button, summary, .lineNumbers'), [text]).toReversed()) {
      const range = new Range();
      range.setStart(...start);
      range.setEnd(...end);
      const button = buttonOf(text);
      button.append(range.extractContents());
      range.insertNode(button);
    }
  }
}
