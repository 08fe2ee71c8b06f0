import type { BlockAction, PageAction, ToPage } from './protocol.ts';
import type { ScrollView } from './scrollView.ts';

type Run = Extract<ToPage, { readonly kind: 'run' }>;

/** A run for a message, not for the field. */
export interface MessageRequest extends Omit<Run, 'action'> {
  readonly action: Exclude<PageAction, 'send' | 'openDraft'>;
}

/** What the page does with a message. */
export interface MessageActions {
  /** Does what a button of a message does. */
  press(button: HTMLElement): void;
  reply(article: HTMLElement): void;
  replyWith(what: 'selection' | 'file', messageId: string): void;
  quote(messageId: string): void;
  copy(messageId: string): void;
  delete(messageId: string): void;
  write(): void;
  showUnread(): void;
  search(): void;
}

/** The buttons that do an action, the preferred first. A block that has the focus comes before the others. */
const buttonsOf: Readonly<Record<Exclude<BlockAction, 'open'>, string>> = {
  here: '[data-action="here"]',
  compare: '[data-action="compare"], [data-action="compareFile"]',
  apply: '[data-action="apply"], [data-action="applyFile"]',
  copy: '[data-action="copy"]',
  insert: '[data-action="insert"]',
};
const mainButtons = ['here', 'apply', 'copy', 'openFile'].map((action) => `[data-action="${action}"]`);

/**
 * Runs an action of a key or a menu: it does what the button in the message does.
 * @returns whether there is something to do it with
 */
export function runAction(
  { action, messageId, block }: MessageRequest,
  view: ScrollView,
  actions: MessageActions,
): boolean {
  if (action === 'unread') actions.showUnread();
  else if (action === 'search') actions.search();
  else if (action === 'write') actions.write();
  else {
    const article = messageId === undefined ? view.focused : view.articleOf(messageId);
    return article !== undefined && runOn(article, { action, block, isMenu: messageId !== undefined }, actions);
  }
  return true;
}

interface MessageRun extends Pick<Run, 'block'> {
  readonly action: Exclude<PageAction, 'unread' | 'search' | 'write' | 'send' | 'openDraft'>;
  readonly isMenu: boolean;
}

function runOn(article: HTMLElement, { action, block, isMenu }: MessageRun, actions: MessageActions): boolean {
  const { id = '', own, deleted } = article.dataset;
  if (deleted !== undefined && action !== 'thread') return false;
  const press = (...selectors: readonly string[]): boolean => {
    const button = buttonIn(article, selectors, isMenu ? block : focusedBlock());
    if (button !== undefined) actions.press(button);
    return button !== undefined;
  };
  switch (action) {
    case 'main':
      // Enter on a button or a link is its own.
      if (!isMenu && document.activeElement?.closest('button, a')) return true;
      if (!press(...mainButtons)) actions.reply(article);
      return true;
    case 'reply':
      actions.reply(article);
      return true;
    case 'selection':
    case 'file':
      actions.replyWith(action, id);
      return true;
    case 'quote':
      actions.quote(id);
      return true;
    case 'menu':
      openMenu(document.activeElement ?? article);
      return true;
    case 'delete':
      if (own !== undefined) actions.delete(id);
      return own !== undefined;
    case 'thread':
      return pressIn(article.closest<HTMLElement>('.thread'), actions);
    case 'copy':
      if (!press(buttonsOf.copy)) actions.copy(id);
      return true;
    default:
      return press(buttonsOf[action]);
  }
}

/** The first button that one of the selectors finds, in the given block before the rest of the message. */
function buttonIn(
  article: HTMLElement,
  selectors: readonly string[],
  block: number | string | undefined,
): HTMLElement | undefined {
  const inBlock = block === undefined ? null : article.querySelector<HTMLElement>(`[data-block="${block}"]`);
  for (const scope of [inBlock, article]) {
    for (const selector of selectors) {
      const button = scope?.querySelector<HTMLElement>(selector);
      if (button) return button;
    }
  }
  return undefined;
}

function pressIn(thread: HTMLElement | null, actions: MessageActions): boolean {
  const button = thread?.querySelector<HTMLElement>('[data-replies]');
  if (button) actions.press(button);
  return Boolean(button);
}

function focusedBlock(): string | undefined {
  return document.activeElement?.closest<HTMLElement>('[data-block]')?.dataset.block;
}

/** Opens the menu that VS Code has for an element, as the key for context menus does, which macOS does not have. */
export function openMenu(target: Element): void {
  const { left, top, height } = target.getBoundingClientRect();
  const clientY = Math.max(0, top) + Math.min(height, 28);
  target.dispatchEvent(new MouseEvent('contextmenu', { bubbles: true, cancelable: true, clientX: left + 12, clientY }));
}
