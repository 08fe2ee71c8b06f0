import { fieldsOf } from '../../core/base/json.ts';
import type { CommandId } from '../../host/commands/commandIds.ts';
import type { PageAction, ToPage } from '../../webview/reader/protocol.ts';

/** The commands for the message or the code that has the focus, and what they ask the page to do. */
export const actionOfCommand = {
  'roomside.readerMainAction': 'main',
  'roomside.readerGoToFile': 'here',
  'roomside.readerCompare': 'compare',
  'roomside.readerApplyPatch': 'apply',
  'roomside.readerCopy': 'copy',
  'roomside.readerInsert': 'insert',
  'roomside.readerReply': 'reply',
  'roomside.readerQuote': 'quote',
  'roomside.readerThread': 'thread',
  'roomside.readerDelete': 'delete',
  'roomside.readerFirstUnread': 'unread',
  'roomside.readerSearch': 'search',
  'roomside.readerMenu': 'menu',
  'roomside.readerWrite': 'write',
  'roomside.readerSend': 'send',
  'roomside.readerOpenDraft': 'openDraft',
  'roomside.readerReplyWithSelection': 'selection',
  'roomside.readerReplyWithFile': 'file',
} as const satisfies Partial<Record<CommandId, PageAction>>;

/** The message and the block whose menu was opened; neither for a key. */
export type MenuTarget = Pick<Extract<ToPage, { readonly kind: 'run' }>, 'messageId' | 'block'>;

/** @param menu the context that the page has given to the menu */
export function menuTarget(menu: unknown): MenuTarget {
  const { messageId, block } = fieldsOf(menu);
  return {
    ...(typeof messageId === 'string' && { messageId }),
    ...(typeof block === 'number' && { block }),
  };
}
