import { l10n, ThemeColor, ThemeIcon, TreeItem, TreeItemCollapsibleState } from 'vscode';
import { displayTitle } from '../../core/base/text/displayText.ts';
import type { KnownAnswers } from '../../core/messages/answers.ts';
import type { ShareRecord, UnreadableShare } from '../../core/outbox/shareRecord.ts';
import { needsConfirmation, requiresUserAction } from '../../core/outbox/shareState.ts';
import { actionsOf, type ShareFacts } from '../../core/outbox/sharesStatus.ts';
import { shareIdOf } from '../../host/commands/commandArguments.ts';
import { describeReason, isNamedMessage, shareNames } from '../../host/ui/describeShare.ts';
import { plainTooltip, relativeTime, replyCountText } from '../../host/vscode/formats.ts';

/** A row of the Recent Shares view, which menus pass to commands. */
export type ShareNode =
  | {
      readonly kind: 'share';
      readonly shareId: string;
      readonly roomId: string;
      /** Its message, once it is in the room. */
      readonly messageId?: string | undefined;
      record: ShareRecord;
      /** Asks for an answer, and has none that is known. */
      isWaiting: boolean;
    }
  /** The shares that wait for an answer. */
  | { readonly kind: 'waiting'; readonly shareId: '' }
  | { readonly kind: 'unreadable'; readonly shareId: string; share: UnreadableShare };

/** The shares that a command applies to: a row, or ids from a status bar message. */
export function shareIdsOf(argument: unknown): readonly string[] {
  if (Array.isArray(argument)) return argument.filter((id) => typeof id === 'string');
  const id = shareIdOf(argument);
  return id === undefined ? [] : [id];
}

/**
 * The row of a share: name, room, state, time and its first words, which name what has no other name. A click only selects
 * it; see `pressShare`.
 */
export function shareItem(record: ShareRecord, facts: ShareFacts & AnswerFacts, said = ''): TreeItem {
  const { nowMs, untilMs = nowMs, isOfOtherAccount = false, answers, isWaiting, isLast = false } = facts;
  const [ownName, room] = shareNames(record);
  const isSaid = said !== '' && isNamedMessage(record.name);
  const [name, words] = isSaid ? [said, ''] : [ownName, said];
  const item = new TreeItem(name, TreeItemCollapsibleState.None);
  const state = stateText(record, nowMs);
  const since = relativeTime(record.endedMs ?? record.createdMs, nowMs);
  item.id = `share:${record.id}`;
  const count = needsConfirmation(record, nowMs) ? '' : countdownText(record, untilMs - nowMs);
  // The most important part first: a narrow view cuts the end.
  const reason = describeReason(record);
  const replies = repliesText(answers, nowMs);
  const parts = record.state === 'sent' ? [replies, room, since, words] : [count || state, room, reason];
  const account = isOfOtherAccount ? [displayTitle(record.accountLabel)] : [];
  item.description = [...parts, ...account].filter(Boolean).join(' · ');
  item.iconPath = iconOf(record, nowMs);
  item.contextValue = ['share', record.state, ...actionsOf(record, facts), ...(isWaiting ? ['waiting'] : [])].join('.');
  const lines = [`${name} → ${room}`, `${state} · ${since}`, replies, words, reason, record.accountLabel];
  item.tooltip = plainTooltip(lines);
  const spoken = [name, replies, room, state, since, words, reason, ...account];
  item.accessibilityInformation = { label: spoken.filter(Boolean).join(', ') };
  item.command = { command: '_roomside.shareRow', title: l10n.t('Read Room'), arguments: [record.id, isLast] };
  return item;
}

interface AnswerFacts {
  readonly answers?: KnownAnswers | undefined;
  readonly isWaiting?: boolean;
  /** No row is below it. */
  readonly isLast?: boolean;
}

/** "✓ Applied · 2 replies · Priya, 5 min ago"; empty for none. */
function repliesText(answers: KnownAnswers | undefined, nowMs: number): string {
  if (answers === undefined) return '';
  const newest = [displayTitle(answers.author), relativeTime(answers.createdMs, nowMs)].filter(Boolean).join(', ');
  const parts = [answers.isDone && l10n.t('✓ Applied'), replyCountText(answers.count), newest];
  return parts.filter(Boolean).join(' · ');
}

/** The row above the shares that wait for an answer. */
export function waitingItem(): TreeItem {
  const item = new TreeItem(l10n.t('Waiting for an Answer'), TreeItemCollapsibleState.Expanded);
  return Object.assign(item, { id: 'waiting', contextValue: 'waiting' });
}

/** The row of a record that is broken or from a newer version. It is kept until the user removes it. */
export function unreadableItem({ id, problem, code = '' }: UnreadableShare): TreeItem {
  const item = new TreeItem(l10n.t('Unreadable share'), TreeItemCollapsibleState.None);
  item.id = `share:${id}`;
  const descriptions = {
    newer: l10n.t('from a newer version of Roomside'),
    broken: l10n.t('file is damaged'),
    system: l10n.t("file can't be read ({0})", code),
  };
  item.description = descriptions[problem];
  item.iconPath = new ThemeIcon('warning');
  item.contextValue = 'share.unreadable';
  return item;
}

/**
 * The time until the next try; empty if it is unknown or past. The accessibility label does not include it. Rendering a
 * row between mouse down and mouse up loses the click, so only the last 10 seconds are counted singly.
 */
function countdownText({ reason }: ShareRecord, leftMs: number): string {
  if (leftMs <= 0) return '';
  const seconds = leftMs > 10_000 ? Math.round(leftMs / 10_000) * 10 : Math.ceil(leftMs / 1000);
  // A share that waits for its first turn waits for the rate limit, at most five minutes.
  if (reason === undefined) return l10n.t('rate limited, retrying in {0} s', seconds);
  if (seconds > 99) return l10n.t('retrying in {0} min', Math.ceil(seconds / 60));
  if (reason.kind === 'rate-limited') return l10n.t('rate limited, retrying in {0} s', seconds);
  return l10n.t('retrying in {0} s', seconds);
}

function stateText(record: ShareRecord, nowMs: number): string {
  if (needsConfirmation(record, nowMs)) return l10n.t('needs your confirmation');
  const texts = {
    queued: l10n.t('waiting'),
    sending: l10n.t('sending'),
    sent: l10n.t('sent'),
    failed: l10n.t('failed'),
    unknown: requiresUserAction(record, nowMs) ? l10n.t('unconfirmed') : l10n.t('checking whether it arrived'),
  };
  return texts[record.state];
}

function iconOf(record: ShareRecord, nowMs: number): ThemeIcon {
  const icons = { queued: 'clock', sending: 'sync~spin', sent: 'check', failed: 'error', unknown: 'question' };
  const color = record.state === 'failed' ? 'list.errorForeground' : 'list.warningForeground';
  const needsAttention = requiresUserAction(record, nowMs) && !needsConfirmation(record, nowMs);
  return new ThemeIcon(icons[record.state], needsAttention ? new ThemeColor(color) : undefined);
}
