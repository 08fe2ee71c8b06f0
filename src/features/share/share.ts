import { l10n } from 'vscode';
import { displayTitle } from '../../core/base/text/displayText.ts';
import type { ShareTarget } from '../../core/outbox/newShare.ts';
import type { TargetRoom } from '../../core/rooms/directPerson.ts';
import type { Services } from '../../host/services.ts';
import { type ConfirmView, confirmShare, type SendChoice } from '../../host/ui/confirmShare.ts';
import { describeAudience, isInternal, roomWarnings } from '../../host/ui/describeAudience.ts';
import type { MessagePreview } from '../../host/ui/messagePreview.ts';
import { setting } from '../../host/vscode/settings.ts';
import { type Findings, SecretCheck } from './checkSecrets.ts';
import { type ChooseRoomPorts, chooseRoom } from './chooseRoom.ts';
import { copyMessage } from './copyMessage.ts';
import { deliver } from './deliver.ts';
import { isTooLong } from './propose.ts';
import { filesOf, type OutgoingShare, type Proposal, type Shareable } from './shareable.ts';
import { type StoredMessages, store } from './store.ts';

export type SharePorts = ChooseRoomPorts &
  Pick<Services, 'errors' | 'outbox' | 'outcome' | 'drafts' | 'scanner' | 'log'> & {
    readonly preview: Pick<MessagePreview, 'show' | 'hide'>;
  };

type Checked = Proposal & Findings;

/** A share whose room is chosen. */
interface Step {
  readonly ports: SharePorts;
  readonly secrets: SecretCheck;
  readonly title: string;
  readonly room: TargetRoom;
  /** The proposal for a choice and a comment, with the secrets found in it. */
  propose(choice: SendChoice, comment: string): Promise<Checked>;
}

/**
 * Picks a room, confirms the exact content, then stores and sends it. Cancelling a step sends nothing; Back returns to the
 * room.
 */
export async function share(ports: SharePorts, shareable: Shareable, argument: unknown): Promise<void> {
  const secrets = new SecretCheck(ports);
  const { title } = shareable;
  const propose = async (choice: SendChoice, comment: string): Promise<Checked> =>
    secrets.check(await shareable.propose(choice, comment.trim() === '' ? undefined : comment));
  searchEarly(secrets, shareable);
  for (let [row, comment] = [argument, shareable.comment ?? '']; ; row = undefined) {
    const room = await chooseRoom(ports, row, shareable);
    if (room === undefined) return;
    const step = { ports, secrets, title, room, propose };
    const routine = await routineShare(step, comment);
    const decided = await (routine === undefined
      ? confirm(step, comment).finally(() => ports.preview.hide())
      : store(ports, room, routine));
    if (decided === undefined) return;
    if (!('back' in decided)) return void (await deliver(ports, decided));
    comment = decided.back;
  }
}

/** Sends a share that needs no confirmation but that of its secrets. @returns as `deliver` */
export async function submit(
  ports: Pick<SharePorts, 'scanner' | 'outbox' | 'outcome' | 'errors'>,
  target: ShareTarget,
  outgoing: OutgoingShare,
  changeRoom?: () => Promise<void>,
): Promise<boolean> {
  const secrets = new SecretCheck(ports);
  const allowed = await secrets.allowed(await secrets.check(outgoing));
  const stored = allowed && (await store(ports, target, allowed));
  return stored !== undefined && deliver(ports, stored, changeRoom);
}

/** A text is rendered and searched while the user picks a room. The step that awaits it reports the error. */
function searchEarly(secrets: SecretCheck, { propose }: Shareable): void {
  propose('send', undefined)
    .then((proposal) => proposal.text && secrets.check(proposal))
    .catch(() => undefined);
}

/** The user's decision. A record of what is sent already exists; `back` is the comment, to pick another room. */
type Decided = StoredMessages | { readonly back: string } | undefined;

/** Stores the share before the last step closes, or after the question about its secrets. */
async function confirm({ ports, secrets, title, room, propose }: Step, initial: string): Promise<Decided> {
  let shown: Checked | undefined;
  let checked: Checked | undefined;
  let stored: StoredMessages | undefined;
  const confirmed = await confirmShare({
    title,
    comment: initial,
    audience: (signal) => describeAudience(ports, room, signal),
    async view(comment) {
      shown = await propose('send', comment);
      return viewOf(ports, room, shown);
    },
    async store(choice, comment) {
      checked = await propose(choice, comment);
      if (choice !== 'asFile' && !isSendable(checked)) return false;
      // A file that has changed differs from the one that the user has seen.
      const seen = choice === 'asFile' || shown === undefined ? checked : shown;
      if (filesOf(checked).some((file) => !filesOf(seen).includes(file))) return false;
      if (checked.risks.length === 0) stored = await store(ports, room, checked);
      return true;
    },
  });
  if (confirmed === undefined) return undefined;
  const { choice, comment } = confirmed;
  if (choice === 'back') return { back: comment };
  if (choice === 'edit' || choice === 'copy') {
    const { name, text } = await propose('send', comment);
    if (text === undefined) return undefined;
    if (choice === 'copy') await copyMessage(ports, name, text.markdown);
    else await ports.drafts.create(room, { name, text: text.markdown });
    return undefined;
  }
  if (stored !== undefined || checked === undefined || checked.risks.length === 0) return stored;
  const allowed = await secrets.allowed(checked);
  return allowed && store(ports, room, allowed);
}

function viewOf({ preview }: SharePorts, room: TargetRoom, proposal: Checked): ConfirmView {
  const { messages, text, textWarnings, warnings, fileWarnings, others } = proposal;
  const to = displayTitle(room.title);
  const notes = filesOf(proposal).flatMap(({ name, note }) =>
    note === undefined ? [] : [`${displayTitle(name)}: ${note}`],
  );
  const view = {
    ...(isSendable(proposal) && { send: l10n.t('Send to {0}', to) }),
    facts: proposal.facts,
    excerpt: proposal.excerpt,
    warnings: [...roomWarnings(room), ...textWarnings, ...warnings, ...fileWarnings, ...notes],
    others: others.filter((choice) => choice !== 'edit' || room.toPerson === undefined),
    hasImages: text !== undefined && messages.length > 1,
  };
  return { ...view, ...(text && { showText: () => preview.show({ to, ...view }, text.markdown) }) };
}

function isSendable({ text }: Proposal): boolean {
  return text === undefined || !isTooLong(text.markdown);
}

const maxRoutineLines = 100;

/** The user waits for the list of the people in the room. */
const maxAudienceWaitMs = 3000;

/**
 * The text that may be sent without the last step: the user has shared to the room from here before, everyone in it is from
 * the same domain, the text is short, mentions not everyone, and there is nothing to warn about. What is not known counts
 * as a reason to ask.
 */
async function routineShare({ ports, room, propose }: Step, comment: string): Promise<Checked | undefined> {
  if (setting('share.confirm') !== 'whenNeeded' || comment !== '') return undefined;
  const proposal = await propose('send', comment);
  const { messages, text, textWarnings, warnings } = proposal;
  // In code, too: services may read a mention there.
  if (text === undefined || messages.length > 1 || text.markdown.includes('<@all>')) return undefined;
  if (isTooLong(text.markdown) || text.lineCount > maxRoutineLines) return undefined;
  if ([...roomWarnings(room), ...textWarnings, ...warnings].length > 0) return undefined;
  if (!ports.marks.record.recent.includes(room.id)) return undefined;
  const isSafe = await isInternal(ports, room, AbortSignal.timeout(maxAudienceWaitMs));
  return isSafe ? proposal : undefined;
}
