import { buttonElement, element } from '../element.ts';
import { fileList } from './messageFiles.ts';
import type { BlockAction, ShownMessage } from './protocol.ts';
import { requestButton, strings } from './vscodeApi.ts';

/** Creates the article of a message. A reply says so to screen readers. */
export function messageArticle(message: ShownMessage, isReply = false): HTMLElement {
  const { id, author, authorDetail, time, exactTime, edited, exactEditTime, deleted, failure } = message;
  const bodyId = `body ${id}`.replaceAll(/\s/g, '-');
  const head = element(
    'header',
    { class: 'head' },
    ...(message.initials === '' ? [] : [avatar(message)]),
    ...(isReply ? [element('span', { class: 'spoken' }, strings.isReply), ' '] : []),
    element('span', { class: 'author', ...(authorDetail && { title: authorDetail }) }, author),
    ' ',
    element('time', { title: exactTime }, time),
    ...(edited ? [' ', element('span', { class: 'edited', title: exactEditTime }, edited)] : []),
    ...(deleted ? [] : [headActions()]),
  );
  const body = element('div', { id: bodyId, class: 'body' });
  // The host has rendered this HTML: everything that people wrote is escaped, and the page's policy allows no scripts.
  body.innerHTML = message.html;
  linkText(body);
  for (const link of body.querySelectorAll('a')) link.title = link.href;
  addBlockButtons(body, message);
  return element(
    'article',
    {
      ...{
        class: failure ? 'message failed' : 'message',
        tabindex: '-1',
        'data-id': id,
        'data-created-ms': String(message.createdMs),
        ...(deleted ? { 'data-deleted': '' } : { 'data-vscode-context': menuContext(message) }),
        ...(message.isOwn && { 'data-own': '' }),
      },
      'aria-label': isReply ? `${strings.isReply}: ${message.label}` : message.label,
      'aria-describedby': bodyId,
    },
    head,
    ...(deleted ? [element('p', { class: 'deleted' }, deleted)] : []),
    ...(failure ? [element('p', { class: 'failure' }, failure)] : []),
    body,
    ...(message.fileCount > 0 ? [fileList(message.fileCount)] : []),
  );
}

function avatar({ initials, colour }: ShownMessage): HTMLElement {
  return element('span', { class: 'avatar', 'aria-hidden': 'true', 'data-colour': String(colour) }, initials);
}

/** All other actions are in the menu. */
function headActions(): HTMLElement {
  const reply = buttonElement({ class: 'quiet inLine', 'data-reply': '' }, strings.reply);
  const more = buttonElement({ class: 'quiet inLine', 'aria-label': strings.more, title: strings.more }, '⋯');
  more.addEventListener('click', () => openMenu(more));
  return element('span', { class: 'headActions' }, reply, more);
}

/** Opens the menu that VS Code has for an element, as the key for context menus does, which macOS does not have. */
export function openMenu(target: Element): void {
  const { left, top, height } = target.getBoundingClientRect();
  const clientY = Math.max(0, top) + Math.min(height, 28);
  target.dispatchEvent(new MouseEvent('contextmenu', { bubbles: true, cancelable: true, clientX: left + 12, clientY }));
}

/** What the `when` clauses of the menu ask about a message. VS Code gives it to the commands. */
function menuContext({ id, blocks, isOwn }: ShownMessage): string {
  return JSON.stringify({ webviewSection: 'message', messageId: id, roomsideOwn: isOwn, ...blockFacts(blocks) });
}

function blockFacts(blocks: readonly (readonly BlockAction[])[]) {
  const has = (action: BlockAction): boolean => blocks.some((actions) => actions.includes(action));
  return { roomsidePlace: has('here'), roomsidePatch: has('apply'), roomsideCode: has('compare') };
}

function addBlockButtons(body: HTMLElement, { id: messageId, blocks }: ShownMessage): void {
  for (const [index, actions] of blocks.entries()) {
    const block = body.querySelector(`[data-block="${index}"]`);
    const buttons = actions.map((action) =>
      requestButton({ kind: 'block', action, messageId, block: index }, { 'data-action': action }, strings[action]),
    );
    block?.setAttribute('data-vscode-context', JSON.stringify({ block: index, ...blockFacts([actions]) }));
    block?.append(element('div', { class: 'blockActions', role: 'group', 'aria-label': strings.actions }, ...buttons));
  }
}

/** URLs, and workspace files with a line: `src/tide.ts:12`. */
const linkable =
  /(?<address>https?:\/\/[^\s<>"']*[^\s<>"'.,;:!?)\]}])|(?<path>(?:[\w@.-]+\/)*[\w@.-]+\.[A-Za-z]\w{0,9}):(?<line>\d{1,7})(?:[-–]\d{1,7})?/g;

/** Turns URLs and file locations in a message into links; code blocks and existing links are not changed. */
function linkText(body: HTMLElement): void {
  const walker = document.createTreeWalker(body, NodeFilter.SHOW_TEXT);
  const texts: Text[] = [];
  while (walker.nextNode()) texts.push(walker.currentNode as Text);
  for (const text of texts) {
    if (text.parentElement?.closest('a, pre') === null) linkOne(text);
  }
}

function linkOne(text: Text): void {
  const { data } = text;
  const parts: (Node | string)[] = [];
  let end = 0;
  for (const found of data.matchAll(linkable)) {
    const { address, path = '', line } = found.groups ?? {};
    const link =
      address === undefined
        ? requestButton({ kind: 'openPath', path, line: Number(line) }, { class: 'path' }, found[0])
        : element('a', { href: address, rel: 'noopener noreferrer' }, found[0]);
    parts.push(data.slice(end, found.index), link);
    end = found.index + found[0].length;
  }
  if (parts.length > 0) text.replaceWith(...parts, data.slice(end));
}
