import { fieldsOf } from '../../core/base/json.ts';
import type { BlockAction, FileAction, FocusPlace, FromPage } from '../../webview/reader/protocol.ts';

const blockActions: readonly BlockAction[] = ['copy', 'insert', 'open', 'here', 'compare', 'apply'];
const fileActions: readonly FileAction[] = ['openFile', 'compareFile', 'saveFile', 'downloadFile', 'applyFile'];
const focusPlaces: readonly FocusPlace[] = ['messages', 'field', 'none'];
const replyKinds = ['selection', 'file'] as const;
const maxIdCharacters = 1000;

/** Parses a message of the page. Anything else does not come from our page and is ignored. */
export function parsePageRequest(value: unknown): FromPage | undefined {
  const fields = fieldsOf(value);
  const { kind, anchor, messageId, threadId, isMore, text, action, block, file, id, path, line, place, what } = fields;
  switch (kind) {
    case 'ready':
      return { kind, ...anchorOf(anchor) };
    case 'newest':
    case 'refresh':
    case 'search':
      return { kind };
    case 'typed':
    case 'send':
    case 'openDraft':
      return typeof text === 'string' ? { kind, text, ...(isId(threadId) && { threadId }) } : undefined;
    case 'openPath':
      return isId(path) && isIndex(line) ? { kind, path, line } : undefined;
    case 'older':
    case 'newer':
    case 'replies':
      return isId(threadId) ? threadRequest(kind, threadId, isMore) : undefined;
    case 'showMessage':
    case 'delete':
    case 'copyMessage':
    case 'quote':
    case 'files':
      return isId(messageId) ? { kind, messageId } : undefined;
    case 'block':
      return isId(messageId) && isIndex(block) && isOneOf(blockActions, action)
        ? { kind, action, messageId, block }
        : undefined;
    case 'image':
    case 'file':
      return isId(messageId) && isIndex(file) ? fileRequest(kind, { messageId, file }, action) : undefined;
    case 'replyWith':
      return isId(messageId) && isOneOf(replyKinds, what) ? { kind, messageId, what } : undefined;
    case 'focus':
      return isOneOf(focusPlaces, place) ? { kind, place } : undefined;
    case 'errorAction':
      return isId(id) ? { kind, id } : undefined;
    default:
      return undefined;
  }
}

function threadRequest(kind: 'older' | 'newer' | 'replies', threadId: string, isMore: unknown): FromPage | undefined {
  if (kind !== 'replies') return { kind, threadId };
  return typeof isMore === 'boolean' ? { kind, threadId, isMore } : undefined;
}

function fileRequest(
  kind: 'image' | 'file',
  of: { readonly messageId: string; readonly file: number },
  action: unknown,
): FromPage | undefined {
  if (kind === 'image') return { kind, ...of };
  return isOneOf(fileActions, action) ? { kind, action, ...of } : undefined;
}

/** Whether the request loads messages, so that the page shows its failure. */
export function isReading({ kind }: FromPage): boolean {
  return ['ready', 'newest', 'older', 'newer', 'refresh', 'showMessage', 'files'].includes(kind);
}

function anchorOf(value: unknown): Pick<Extract<FromPage, { readonly kind: 'ready' }>, 'anchor'> {
  const { id, createdMs } = fieldsOf(value);
  return isId(id) && isIndex(createdMs) ? { anchor: { id, createdMs } } : {};
}

function isId(value: unknown): value is string {
  return typeof value === 'string' && value !== '' && value.length <= maxIdCharacters;
}

function isIndex(value: unknown): value is number {
  return Number.isSafeInteger(value) && (value as number) >= 0;
}

function isOneOf<T extends string>(known: readonly T[], value: unknown): value is T {
  return known.some((each) => each === value);
}
