import { maxAttachmentBytes } from '../../core/api/contentInfo.ts';
import { fieldsOf } from '../../core/base/json.ts';
import type { BlockAction, FileAction, FromPage } from '../../webview/reader/protocol.ts';

const maxIdCharacters = 1000;

type Check = (value: unknown) => boolean;

const isId: Check = (value) => typeof value === 'string' && value !== '' && value.length <= maxIdCharacters;
const isIndex: Check = (value) => Number.isSafeInteger(value) && (value as number) >= 0;
const isString: Check = (value) => typeof value === 'string';
const isBytes: Check = (value) => value instanceof Uint8Array && value.byteLength <= maxAttachmentBytes;
const isBoolean: Check = (value) => typeof value === 'boolean';
const oneOf = <T extends string>(known: Readonly<Record<T, true>>): Check => {
  return (value) => typeof value === 'string' && Object.hasOwn(known, value);
};
const isBlockAction = oneOf<BlockAction>({
  copy: true,
  insert: true,
  open: true,
  here: true,
  compare: true,
  apply: true,
  replyApplied: true,
  showChanges: true,
  undoPatch: true,
});
const isFileAction = oneOf<FileAction>({
  ...{ openFile: true, compareFile: true, saveFile: true, downloadFile: true, applyFile: true },
});

const message = { messageId: isId };
const thread = { threadId: isId };
const text = { text: isString, 'threadId?': isId };

/** The fields of each request. One that ends with `?` can be absent; an invalid value counts as absent. */
const fieldsOfKind: Readonly<Record<FromPage['kind'], Readonly<Record<string, Check>>>> = {
  ...{
    newest: {},
    refresh: {},
    search: {},
    ready: { 'anchorId?': isId, 'anchorMs?': isIndex, 'region?': isId, 'timeZone?': isId, 'isMac?': isBoolean },
  },
  ...{ typed: text, send: text, openDraft: text },
  ...{ older: thread, newer: thread, replies: { ...thread, isMore: isBoolean } },
  ...{ showMessage: message, delete: message, copyMessage: message, quote: message, markUnread: message },
  ...{ replyWithSelection: message, replyWithFile: message, quickReply: message },
  place: { ...message, place: isIndex },
  edit: { ...message, 'block?': isIndex },
  block: { action: isBlockAction, ...message, block: isIndex },
  image: { ...message, file: isIndex },
  file: { action: isFileAction, ...message, file: isIndex },
  people: { before: (value) => typeof value === 'string' && value.length <= maxIdCharacters },
  pasteImage: { bytes: isBytes, 'threadId?': isId },
  errorAction: { id: isId },
};

/** Parses a message of the page. Anything else does not come from our page and is ignored. */
export function parsePageRequest(value: unknown): FromPage | undefined {
  const { kind, ...given } = fieldsOf(value);
  if (typeof kind !== 'string' || !Object.hasOwn(fieldsOfKind, kind)) return undefined;
  const request: Record<string, unknown> = { kind };
  for (const [key, isValid] of Object.entries(fieldsOfKind[kind as FromPage['kind']])) {
    const name = key.replace('?', '');
    if (isValid(given[name])) request[name] = given[name];
    else if (name === key) return undefined;
  }
  return request as unknown as FromPage;
}

/** Whether the request loads messages, so that the page shows its failure. */
export function isReading({ kind }: FromPage): boolean {
  return ['ready', 'newest', 'older', 'newer', 'refresh', 'showMessage'].includes(kind);
}
