import { l10n } from 'vscode';
import { displayTitle } from '../../core/base/text/displayText.ts';
import { messageLine } from '../../core/lines/messageLine.ts';
import type { MessagePlace } from '../../core/lines/messagePlaces.ts';
import { colourOf, initialsOf } from '../../core/messages/authorNames.ts';
import type { FeedMessage } from '../../core/messages/feedMessages.ts';
import { firstLineOf } from '../../core/messages/messageText.ts';
import type { RenderedMessage } from '../../core/messages/renderMessage.ts';
import { type BlockOrigin, isPatchTag, type SharedBlock } from '../../core/messages/sharedBlocks.ts';
import { fileCountText, formatTime } from '../../host/vscode/formats.ts';
import type { BlockAction, FromPage } from '../../webview/reader/protocol.ts';
import { icon, Markup, markup, type pictures } from './markup.ts';

const maxLabelCharacters = 80;
const maxNameCharacters = 40;

/** A message as the page shows it, and the places that it names. */
export interface ReadMessage extends RenderedMessage {
  readonly places: readonly MessagePlace[];
}

/** What the page shows of a message besides its text. */
export interface MessageFacts {
  /** As displayed. */
  readonly author: string;
  readonly isOwn: boolean;
  readonly isReply: boolean;
  /** The heading above the message, which has the date only if that differs. */
  readonly day: string;
  /** Above the head of the message: a line that names what it answers, and buttons for other replies. */
  readonly before: readonly Markup[];
  readonly after: readonly Markup[];
  /** What the message answers, if that is not shown; else empty. */
  readonly parent: string;
}

/** The article of a message. A reply says so to screen readers. */
export function messageHtml(message: FeedMessage, rendered: ReadMessage, facts: MessageFacts): Markup {
  const { id, isDeleted = false, files = [] } = message;
  const times = timesOf(message.created);
  const shown = {
    ...facts,
    exactTime: times.exactTime,
    time: times.day === facts.day ? times.time : times.dateAndTime,
  };
  const failure = failureOf(message);
  const deleted = isDeleted ? markup`<p class="deleted">${deletedText()}</p>` : undefined;
  const menu = {
    webviewSection: 'message',
    messageId: id,
    roomsideOwn: facts.isOwn,
    ...factsOf(rendered.blocks, rendered.places),
  };
  const state = isDeleted ? markup` data-deleted` : markup` data-vscode-context="${JSON.stringify(menu)}"`;
  const own = facts.isOwn && markup` data-own`;
  const named =
    rendered.places.length > 0 && markup` data-places="${JSON.stringify(rendered.places.map(({ text }) => text))}"`;
  return markup`<article class="${failure === '' ? 'message' : 'message failed'}" tabindex="-1" data-id="${id}" data-created-ms="${times.createdMs}"${state}${own} aria-label="${labelOf(message, rendered, shown)}">
${facts.before}${headOf(message, shown)}${deleted}${failure !== '' && markup`<p class="failure">${failure}</p>`}
<div class="body" dir="auto" lang=""${named}>${new Markup(rendered.html)}</div>
${files.length > 0 && markup`<ul class="files">${files.map(() => markup`<li>${l10n.t('Attachment')}</li>`)}</ul>`}${facts.after}</article>`;
}

interface ShownFacts extends MessageFacts {
  readonly time: string;
  readonly exactTime: string;
}

function headOf(message: FeedMessage, { author, isReply, time, exactTime }: ShownFacts): Markup {
  const email = displayTitle(message.personEmail ?? '');
  const initials = initialsOf(author);
  const avatar = markup`<span class="avatar" aria-hidden="true" data-colour="${colourOf(message.personId ?? email)}">${initials}</span>`;
  // Some services send a time with each message.
  const isEdited = message.updated !== undefined && message.updated !== message.created;
  const edited = markup` <span class="edited" title="${timesOf(message.updated).exactTime}">${l10n.t('edited')}</span>`;
  return markup`<header class="head">${initials !== '' && avatar}${isReply && markup`<span class="spoken">${l10n.t('Reply')}</span> `}<h3 class="author"${email !== author && email !== '' && markup` title="${email}"`}>${author}</h3> <time title="${exactTime}">${time}</time>${isEdited && edited}${!message.isDeleted && headActions()}</header>`;
}

/** All other actions are in the menu. */
function headActions(): Markup {
  const more = l10n.t('More Actions…');
  return markup`<span class="headActions"><button type="button" class="quiet inLine" data-reply aria-keyshortcuts="R">${l10n.t('Reply…')}</button><button type="button" class="quiet inLine" data-menu aria-haspopup="menu" aria-label="${more}" title="${more}">⋯</button></span>`;
}

/** A button that asks the extension for something. */
export function requestButton(request: FromPage, attributes: Markup, label: Markup | string): Markup {
  return markup`<button type="button" data-request="${JSON.stringify(request)}"${attributes}>${label}</button>`;
}

/**
 * What is around the code of a block: its bar with the origin and the actions, and what the `when` clauses of the menu ask
 * about it.
 * @param state `isApplied`: it is a patch that was applied and can be undone; `isSaid`: the thread says so
 */
export function blockFrame(
  messageId: string,
  block: SharedBlock,
  index: number,
  { isApplied = false, isSaid = false } = {},
) {
  const { origin, code } = block;
  const name = origin === undefined ? displayTitle(firstLineOf(code), maxNameCharacters) : placeOf(origin);
  const button = (action: BlockAction, look: Markup, content: Markup | string): Markup => {
    const key = keyOf[action];
    const attributes = markup` data-action="${action}" title="${textOf(action)}" aria-label="${textOf(action)}: ${name}"${key && markup` aria-keyshortcuts="${key}"`}${look}`;
    return requestButton({ kind: 'block', action, messageId, block: index }, attributes, content);
  };
  const all = actionsOf(block);
  const isPatch = all[0] === 'apply';
  const icons = all
    .slice(isPatch || origin !== undefined ? 1 : 0)
    .map((action) => button(action, markup` class="icon"`, icon(action as keyof typeof pictures)));
  const group = markup`<span class="blockActions" role="group" aria-label="${l10n.t('Actions for this code')}">${icons}</span>`;
  const quiet = (action: BlockAction): Markup => button(action, markup` class="quiet inLine"`, textOf(action));
  const main = isApplied
    ? markup`<span class="applied">${l10n.t('✓ Applied')}</span>${!isSaid && quiet('replyApplied')}${quiet('showChanges')}${quiet('undoPatch')}`
    : button('apply', markup` class="inLine"`, textOf('apply'));
  const place = origin && [
    button(all[0], markup` class="place"`, markup`${icon('file')}${name}`),
    origin.isUnsaved && markup`<span class="fileDetail">${l10n.t('unsaved changes')}</span>`,
  ];
  const actions = markup`${group}${isPatch && main}`;
  const hasBar = isPatch || origin !== undefined;
  const context = { block: index, ...factsOf([block]) };
  return {
    attributes: markup` data-vscode-context="${JSON.stringify(context)}"`.text,
    before: (hasBar ? markup`<div class="fileBar">${place}${actions}${commitOf(origin)}</div>` : group).text,
    actions: actions.text,
  };
}

/** The keys of the actions, as the manifest has them. */
const keyOf: Readonly<Partial<Record<BlockAction, string>>> = {
  ...{ here: 'G', compare: 'D', copy: 'C', insert: 'I', apply: 'A' },
};

/** Where code is from: `src/tide.ts:3–7`. */
function placeOf({ path, cell, startLine, endLine }: BlockOrigin): string {
  const lines = startLine === endLine ? `${startLine}` : `${startLine}–${endLine}`;
  return `${displayTitle(path)}${cell === undefined ? '' : ` ${l10n.t('cell {0}', cell)}`}:${lines}`;
}

function commitOf({ commit, commitLink }: Partial<BlockOrigin> = {}): Markup | false {
  if (commit === undefined) return false;
  const label = l10n.t('commit {0}', commit);
  return commitLink === undefined
    ? markup`<span class="commit" title="${label}">${commit}</span>`
    : markup`<a class="commit" href="${commitLink}" rel="noopener noreferrer" aria-label="${label}">${commit}</a>`;
}

/** The main one first. */
function actionsOf({ language, origin }: SharedBlock): readonly [BlockAction, ...BlockAction[]] {
  if (isPatchTag(language)) return ['apply', 'copy', 'open'];
  const place = origin === undefined || origin.isUntitled ? 'open' : 'here';
  return [place, 'compare', 'copy', 'insert'];
}

function textOf(action: BlockAction): string {
  const texts = {
    insert: l10n.t('Insert at Cursor'),
    open: l10n.t('Open as New File'),
    here: l10n.t('Go to File'),
    compare: l10n.t('Compare with Workspace File'),
    apply: l10n.t('Apply Patch…'),
    replyApplied: l10n.t('Reply: Applied'),
    showChanges: l10n.t('Show Changes'),
    undoPatch: l10n.t('Undo'),
    copy: l10n.t('Copy'),
  };
  return texts[action];
}

/** What the `when` clauses of the menu ask about a message. VS Code gives it to the commands. */
function factsOf(blocks: readonly SharedBlock[], places: readonly unknown[] = []) {
  const has = (action: BlockAction): boolean => blocks.some((block) => actionsOf(block).includes(action));
  return {
    roomsidePlace: has('here'),
    roomsideNamed: places.length > 0,
    roomsidePatch: has('apply'),
    roomsideCode: has('compare'),
  };
}

/** What a message is, in a sentence for screen readers. */
function labelOf(message: FeedMessage, { blocks }: ReadMessage, shown: ShownFacts): string {
  const { author, time, isReply, parent } = shown;
  const words = message.isDeleted ? deletedText() : displayTitle(messageLine(message), maxLabelCharacters);
  const fileCount = message.files?.length ?? 0;
  const label = [
    author,
    time,
    words,
    blocks.length > 0 && l10n.t('with code'),
    fileCount > 0 && fileCountText(fileCount),
    parent,
  ];
  return `${isReply ? `${l10n.t('Reply')}: ` : ''}${label.filter(Boolean).join(', ')}`;
}

function deletedText(): string {
  return l10n.t('This message was deleted.');
}

/** An unreadable message [A60] is shown with the reason. */
function failureOf({ errors }: FeedMessage): string {
  const [error] = Object.values(errors ?? {});
  return error === undefined ? '' : l10n.t("Couldn't read this message: {0}", displayTitle(error.reason || error.code));
}

/** A time of the service in the formats of the page; empty texts, and 0 milliseconds, if it is not valid. */
export function timesOf(created: string | undefined) {
  const createdMs = Date.parse(created ?? '');
  if (Number.isNaN(createdMs)) return { createdMs: 0, day: '', time: '', dateAndTime: '', exactTime: '' };
  const text = (options: Intl.DateTimeFormatOptions): string => formatTime(createdMs, options);
  return {
    createdMs,
    day: text({ dateStyle: 'full' }),
    time: text({ timeStyle: 'short' }),
    dateAndTime: text({ dateStyle: 'medium', timeStyle: 'short' }),
    exactTime: text({ dateStyle: 'full', timeStyle: 'long' }),
  };
}
