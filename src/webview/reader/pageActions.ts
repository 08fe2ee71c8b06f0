import type { Feed } from './feed.ts';
import { isLastIn, lastElement } from './pageKeys.ts';
import type { PageAction, ToPage } from './protocol.ts';
import type { ReplyField } from './replyField.ts';
import { post } from './vscodeApi.ts';

type Run = Extract<ToPage, { readonly kind: 'run' }>;

/** The buttons that do an action, the preferred first. */
const buttonsOf = {
  mainAction: ['here', 'replyApplied', 'apply', 'place', 'copy', 'openFile'],
  goToFile: ['here', 'place'],
  compare: ['compare', 'compareFile'],
  applyPatch: ['apply', 'applyFile'],
  copy: ['copy'],
  insert: ['insert'],
} as const satisfies Partial<Record<PageAction, readonly string[]>>;

interface Page {
  readonly list: HTMLElement;
  readonly feed: Feed;
  readonly field: ReplyField;
}

/**
 * Runs the action of a menu, or of a key that was pressed on a message or in the field: it does what the button in the
 * message does.
 * @returns whether there is something to do it with
 */
export function runAction({ action, messageId, block }: Run, { list, feed, field }: Page): boolean {
  const isMenu = messageId !== undefined;
  if (action === 'send' || action === 'openDraft') {
    if (isLastIn(field.element)) field[action]();
  } else if (!isMenu && !isLastIn(list)) return true;
  else if (action === 'firstUnread') return feed.showUnread();
  else if (action === 'search') post({ kind: 'search' });
  else if (action === 'write') field.write();
  else {
    const id = isMenu ? messageId : lastElement('article')?.dataset.id;
    const article = feed.view.articleOf(id ?? '');
    const pressed = isMenu ? block : lastElement('[data-block]')?.dataset.block;
    return article !== undefined && runOn(article, { action, block: pressed }, isMenu, field);
  }
  return true;
}

interface MessageRun {
  readonly action: Exclude<PageAction, 'firstUnread' | 'search' | 'write' | 'send' | 'openDraft'>;
  readonly block: number | string | undefined;
}

function runOn(article: HTMLElement, { action, block }: MessageRun, isMenu: boolean, field: ReplyField): boolean {
  const { id: messageId = '', own, deleted } = article.dataset;
  if (deleted !== undefined && action !== 'thread') return false;
  const press = (of: keyof typeof buttonsOf): boolean => pressButton(article, buttonsOf[of], block);
  switch (action) {
    case 'mainAction':
      // Enter on a button or a link is its own.
      if (!(!isMenu && lastElement('button, a, summary')) && !press(action)) field.reply(article);
      return true;
    case 'reply':
      field.reply(article);
      return true;
    case 'replyWithSelection':
    case 'replyWithFile':
    case 'quote':
    case 'quickReply':
    case 'markUnread':
      post({ kind: action, messageId });
      return true;
    case 'menu':
      openMenu(document.activeElement?.closest('article') === article ? document.activeElement : article);
      return true;
    case 'edit':
      post({ kind: action, messageId, ...(block !== undefined && { block: Number(block) }) });
      return true;
    case 'delete':
      if (own !== undefined) post({ kind: 'delete', messageId });
      return own !== undefined;
    case 'thread':
      return click(article.closest('.thread')?.querySelector('[data-replies]'));
    case 'copy':
      if (!press(action)) post({ kind: 'copyMessage', messageId });
      return true;
    default:
      return press(action);
  }
}

/** Presses the first button that does one of the actions, in the given block before the rest of the message. */
function pressButton(article: HTMLElement, actions: readonly string[], block: number | string | undefined): boolean {
  const scopes = [...(block === undefined ? [] : [`[data-block="${block}"] `]), ''];
  const selectors = scopes.flatMap((scope) => actions.map((action) => `${scope}[data-action="${action}"]`));
  return click(selectors.map((selector) => article.querySelector(selector)).find((button) => button !== null));
}

function click(button: Element | null | undefined): boolean {
  if (button instanceof HTMLElement) button.click();
  return button instanceof HTMLElement;
}

/** Opens the menu that VS Code has for an element, as the key for context menus does, which macOS does not have. */
export function openMenu(target: Element): void {
  const { left, top, height } = target.getBoundingClientRect();
  const clientY = Math.max(0, top) + Math.min(height, 28);
  target.dispatchEvent(new MouseEvent('contextmenu', { bubbles: true, cancelable: true, clientX: left + 12, clientY }));
}
