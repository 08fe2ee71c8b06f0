import { l10n } from 'vscode';
import { displayTitle } from '../../core/base/text/displayText.ts';
import type { DraftParent } from '../../core/drafts/messageDraft.ts';
import type { ShareTarget } from '../../core/outbox/newShare.ts';
import type { TargetRoom } from '../../core/rooms/directPerson.ts';
import type { Services } from '../../host/services.ts';
import { describeAudience, roomWarnings } from '../../host/ui/describeAudience.ts';
import { confirmShare } from '../../host/ui/lastStep/confirmShare.ts';
import type { ConfirmView, OtherAction, SendChoice, ShareMode } from '../../host/ui/lastStep/confirmView.ts';
import { parentText } from '../../host/ui/parentText.ts';
import type { Findings, SecretCheck } from './checkSecrets.ts';
import type { ChooseRoomPorts } from './chooseRoom.ts';
import { copyMessage } from './copyMessage.ts';
import type { MessagePreview } from './messagePreview.ts';
import { excerptOf, isTooLong } from './propose.ts';
import { filesOf, markdownOf, type OutgoingShare, type Proposal, type Shareable } from './shareable.ts';
import { type StoredMessages, store } from './store.ts';

export type SharePorts = ChooseRoomPorts &
  Pick<Services, 'errors' | 'outbox' | 'outcome' | 'drafts' | 'scanner' | 'log'> & {
    readonly preview: Pick<MessagePreview, 'show' | 'hide' | 'scroll'>;
  };

export type Checked = Proposal & Findings;

/** A share whose room is chosen. */
export interface Step {
  readonly ports: SharePorts;
  readonly secrets: SecretCheck;
  readonly title: string;
  readonly wider?: Shareable['wider'] | undefined;
  readonly room: TargetRoom;
  /** See `ShareTarget`. */
  readonly keepsLastRoom?: true | undefined;
  /** The message of the room that it replies to. */
  readonly parent?: DraftParent | undefined;
  /** The proposal for a choice and a comment, with the secrets found in it. */
  propose(choice: SendChoice, comment: string): Promise<Checked>;
}

/**
 * The user's decision. A record of what is sent already exists; `back`, `reply` and `wider` are the comment, to pick another
 * room, or a message to reply to, or to share what was left out as well.
 */
export type Decided = StoredMessages | Back | { readonly reply: string } | { readonly wider: string } | undefined;

export interface Back {
  readonly back: string;
}

/** Stores the share before the last step closes. */
export async function confirm(step: Step, initial: string): Promise<Decided> {
  const { ports, secrets, title, room, propose } = step;
  let shown: Checked | undefined;
  let stored: StoredMessages | undefined;
  const proposed = async ({ choice, isMasked }: ShareMode, comment: string): Promise<Checked> => {
    const proposal = await propose(choice, comment);
    if (!isMasked) return proposal;
    const masked = await secrets.masked(proposal);
    return secrets.check({ ...masked, excerpt: excerptOf(masked) });
  };
  const confirmed = await confirmShare({
    title: `${title} → ${targetText(step)}`,
    comment: initial,
    audience: (signal) => describeAudience(ports, room, signal),
    scroll: (by) => ports.preview.scroll(by),
    async view(mode, comment) {
      shown = await proposed(mode, comment);
      return confirmView(step, shown, mode);
    },
    async store(mode, comment, isAsIs) {
      const checked = await proposed(mode, comment);
      if (mode.choice !== 'asFile' && !isSendable(checked)) return false;
      if (checked.risks.length > 0 && !mode.isMasked && !isAsIs) return false;
      // A file that has changed differs from the one that the user has seen.
      const seen = mode.choice === 'asFile' || shown === undefined ? checked : shown;
      if (filesOf(checked).some((file) => !filesOf(seen).includes(file))) return false;
      stored = await store(ports, shareTarget(step), checked);
      return true;
    },
  });
  if (confirmed === undefined || confirmed.choice === 'stored') return stored;
  const { choice, comment } = confirmed;
  if (choice === 'back') return { back: comment };
  if (choice === 'reply') return { reply: comment };
  if (choice === 'wider') return { wider: comment };
  const proposal = await propose('send', comment);
  const [{ name }, text] = [proposal, markdownOf(proposal)];
  if (text === undefined) return undefined;
  if (choice === 'copy') await copyMessage(ports, name, text);
  else await openAsDraft(step, { name, text, hasComment: comment.trim() !== '' });
  return undefined;
}

/** The cursor is before the code. Blank lines there, which are not sent, give a comment its own paragraph. */
async function openAsDraft(
  { ports, room, parent }: Step,
  { name, text, hasComment }: { readonly name: string; readonly text: string; readonly hasComment: boolean },
): Promise<void> {
  const draft = { name, text: hasComment ? text : `\n\n${text}`, ...(parent && { parent }) };
  await ports.drafts.create(room, draft, { isAtStart: true });
}

export function shareTarget({ room, parent, keepsLastRoom }: Step): ShareTarget {
  return { ...room, parentId: parent?.id, keepsLastRoom };
}

/** Where it goes, in every title and row: a room, or a thread in it. */
function targetText({ room, parent }: Step): string {
  const title = displayTitle(room.title);
  return parent === undefined ? title : l10n.t('{0}, as a reply to {1}', title, displayTitle(parent.author));
}

function isSendable(share: OutgoingShare): boolean {
  const markdown = markdownOf(share);
  return markdown === undefined || !isTooLong(markdown);
}

/** The last step for a share as it is in a mode. */
function confirmView(step: Step, proposal: Checked, mode: ShareMode): ConfirmView {
  const { ports, room, parent } = step;
  const { excerpt, warnings, riskWarnings, risks, maskableCount } = proposal;
  const facts = [proposal.facts, proposal.notSearched].filter(Boolean).join(' · ');
  const to = targetText(step);
  const notes = filesOf(proposal).flatMap(({ name, note }) =>
    note === undefined ? [] : [`${displayTitle(name)}: ${note}`],
  );
  const shownFacts = [...(parent ? [parentText(parent)] : []), facts].join(' · ');
  const shownWarnings = [...roomWarnings(room), ...riskWarnings, ...warnings, ...notes];
  const isRisky = risks.length > 0 && !mode.isMasked;
  const mask = maskableCount === 1 ? l10n.t('Mask 1 Secret') : l10n.t('Mask {0} Secrets', maskableCount);
  return {
    ...(isSendable(proposal) && { send: sendLabel(proposal, to, mode) }),
    ...{ facts, excerpt, warnings: shownWarnings },
    ...(isRisky && { secrets: { ...(maskableCount > 0 && { mask }), sendAsIs: l10n.t('Send as Is to {0}', to) } }),
    others: otherActions(step, proposal, mode),
    show: ({ isExact, audience, coveredPx }) =>
      ports.preview.show({
        to: displayTitle(room.title),
        audience,
        facts: shownFacts,
        warnings: shownWarnings,
        share: proposal,
        isExact,
        coveredPx,
      }),
  };
}

function sendLabel({ messages }: Checked, to: string, { choice, isMasked }: ShareMode): string {
  const [first, ...others] = messages;
  if (isMasked) return l10n.t('Send Masked to {0}', to);
  if (choice !== 'asFile' || others.length > 0)
    return l10n.t({
      message: 'Send to {0}',
      args: [to],
      comment: '{0}: a room or a person',
    });
  return asFileLabel(first?.name ?? '', to);
}

function asFileLabel(name: string, to: string): string {
  return l10n.t('Send {0} as File to {1}', displayTitle(name), to);
}

function otherActions(step: Step, proposal: Checked, { choice, isMasked }: ShareMode): readonly OtherAction[] {
  const { room } = step;
  const to = targetText(step);
  const { messages, name } = proposal;
  const markdown = markdownOf(proposal);
  const withoutImages =
    markdown !== undefined && messages.length > 1 ? { description: l10n.t('without the images') } : {};
  const actions = {
    textOnly: { label: `$(send) ${l10n.t('Send Without Images to {0}', to)}` },
    asFile: { label: `$(file) ${asFileLabel(proposal.asFileName ?? name, to)}` },
    edit: { label: `$(edit) ${l10n.t('Edit…')}`, ...withoutImages },
    copy: { label: `$(copy) ${l10n.t('Copy as Message')}`, ...withoutImages },
  };
  const reply: OtherAction = { action: 'reply', label: `$(reply) ${l10n.t('Reply to a Message…')}` };
  const offered = proposal.others.filter(
    (action) => action !== choice && (action !== 'edit' || room.toPerson === undefined),
  );
  return [
    ...(step.wider ? [{ action: 'wider', label: `$(add) ${step.wider.label}` } as const] : []),
    ...offered.map((action): OtherAction => ({ action, ...actions[action] })),
    ...(room.toPerson === undefined ? [reply] : []),
    ...(isMasked ? [{ action: 'unmask', label: `$(shield) ${l10n.t("Don't Mask Secrets")}` } as const] : []),
    ...(markdown === undefined ? [] : [{ action: 'exactText', label: `$(code) ${l10n.t('Exact Text')}` } as const]),
  ];
}
