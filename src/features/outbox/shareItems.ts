import { l10n, ThemeColor, ThemeIcon, TreeItem, TreeItemCollapsibleState } from 'vscode';
import type { ShareOrigin, ShareRecord } from '../../core/outbox/shareRecord.ts';
import { isHeld, needsUser } from '../../core/outbox/shareState.ts';
import type { UnreadableShare } from '../../core/outbox/shareStore.ts';
import { displayTitle } from '../../core/rooms/displayTitle.ts';
import { describeReason, shareNames } from '../../host/describeShare.ts';
import { plainTooltip } from '../../host/plainTooltip.ts';
import { relativeTime } from '../../host/relativeTime.ts';

/** A row of the Recent Shares view, as menus hand it to commands. */
export type ShareNode =
  | { readonly kind: 'share'; readonly shareId: string; readonly roomId: string; record: ShareRecord }
  | { readonly kind: 'unreadable'; readonly shareId: string; share: UnreadableShare };

/** The shares a command was called on: a row, or the ids that a message of the status bar carries. */
export function shareIdsOf(argument: unknown): readonly string[] {
  if (Array.isArray(argument)) return argument.filter((id) => typeof id === 'string');
  const id = shareIdOf(argument);
  return id === undefined ? [] : [id];
}

/** The one share a command was called on. */
export function shareIdOf(argument: unknown): string | undefined {
  if (typeof argument === 'string') return argument;
  if (typeof argument !== 'object' || argument === null) return undefined;
  const { shareId } = argument as { readonly shareId?: unknown };
  return typeof shareId === 'string' ? shareId : undefined;
}

/** What the row of a share says beside the share itself. */
export interface ShareRowFacts {
  readonly nowMs: number;
  /** When it goes on by itself, where that is known. */
  readonly untilMs?: number | undefined;
  /** The account in use is not the one that shares. */
  readonly isOfOtherAccount?: boolean;
}

/** The row of a share: what, where to, how it stands and since when. It never acts on a click. */
export function shareItem(record: ShareRecord, facts: ShareRowFacts): TreeItem {
  const { nowMs, untilMs = nowMs, isOfOtherAccount = false } = facts;
  const [name, room] = shareNames(record);
  const item = new TreeItem(name, TreeItemCollapsibleState.None);
  const state = stateText(record, nowMs);
  const since = relativeTime(new Date(record.endedMs ?? record.createdMs).toISOString(), nowMs);
  item.id = `share:${record.id}`;
  const count = isHeld(record, nowMs) ? '' : countdownText(record, untilMs - nowMs);
  // What matters first: a narrow view cuts the end.
  const words = record.state === 'sent' ? [room, since] : [count || state, room];
  const account = isOfOtherAccount ? [displayTitle(record.accountLabel)] : [];
  item.description = [...words, ...account].join(' · ');
  item.iconPath = iconOf(record, nowMs);
  item.contextValue = contextOf(record, facts);
  const lines = [`${name} → ${room}`, `${state} · ${since}`, describeReason(record), record.accountLabel];
  item.tooltip = plainTooltip(lines);
  item.accessibilityInformation = { label: [name, room, state, since, ...account].join(', ') };
  return item;
}

/** A record that another version wrote, or that is broken: it is left alone until the user removes it. */
export function unreadableItem({ id, problem, code = '' }: UnreadableShare): TreeItem {
  const item = new TreeItem(l10n.t('A share that cannot be read'), TreeItemCollapsibleState.None);
  item.id = `share:${id}`;
  const descriptions = {
    newer: l10n.t('from a newer version of Roomside'),
    broken: l10n.t('its file is broken'),
    system: l10n.t('its file can’t be read ({0})', code),
  };
  item.description = descriptions[problem];
  item.iconPath = new ThemeIcon('warning');
  item.contextValue = 'share.unreadable';
  return item;
}

/**
 * How long it still waits; empty when nobody knows, or it is over. What a screen reader says does not count with it. A row
 * that is drawn anew between press and release loses the click, so only the last seconds are counted one by one.
 */
function countdownText({ state }: ShareRecord, leftMs: number): string {
  if (leftMs <= 0) return '';
  const seconds = leftMs > 10_000 ? Math.round(leftMs / 10_000) * 10 : Math.ceil(leftMs / 1000);
  if (state === 'sending') return l10n.t('rate limited, going on in {0} s', seconds);
  if (seconds > 99) return l10n.t('next try in {0} min', Math.ceil(seconds / 60));
  return l10n.t('next try in {0} s', seconds);
}

function stateText(record: ShareRecord, nowMs: number): string {
  if (isHeld(record, nowMs)) return l10n.t('waits for your word');
  const words = {
    queued: l10n.t('waits'),
    sending: l10n.t('on its way'),
    sent: l10n.t('sent'),
    failed: l10n.t('failed'),
    unknown: needsUser(record, nowMs) ? l10n.t('perhaps arrived') : l10n.t('being looked for'),
  };
  return words[record.state];
}

function iconOf(record: ShareRecord, nowMs: number): ThemeIcon {
  const icons = { queued: 'clock', sending: 'sync~spin', sent: 'check', failed: 'error', unknown: 'question' };
  const color = { failed: 'list.errorForeground', unknown: 'list.warningForeground' }[
    record.state === 'failed' || record.state === 'unknown' ? record.state : 'failed'
  ];
  const isLoud = needsUser(record, nowMs) && !isHeld(record, nowMs);
  return new ThemeIcon(icons[record.state], isLoud ? new ThemeColor(color) : undefined);
}

/** Where its file lies; records of older versions have it in their content. */
export function originOf({ origin, content }: ShareRecord): ShareOrigin | undefined {
  if (origin !== undefined) return origin;
  return content?.kind === 'file' && content.file.path !== undefined ? { path: content.file.path } : undefined;
}

/** What can be done with it: read by the `when` clauses of the menus. */
function contextOf(record: ShareRecord, { nowMs, isOfOtherAccount }: ShareRowFacts): string {
  const { state, content, messageId } = record;
  const can = [
    (state === 'queued' || needsUser(record, nowMs)) && 'retry',
    state === 'unknown' && needsUser(record, nowMs) && 'doubt',
    state === 'sent' && messageId && 'undo',
    content?.kind === 'text' && 'copy',
    originOf(record) !== undefined && 'open',
    // The account in use may not be in the room of another.
    !isOfOtherAccount && 'read',
  ];
  return ['share', state, ...can.filter((each) => each !== false && each !== '' && each !== undefined)].join('.');
}
