import { l10n } from 'vscode';
import type { DeliveryResult } from '../../core/outbox/delivery.ts';
import type { ShareTarget } from '../../core/outbox/newShare.ts';
import { parentOf, roomIdOf } from '../../host/commands/commandArguments.ts';
import { isInternal, roomWarnings } from '../../host/ui/describeAudience.ts';
import { flushUi } from '../../host/ui/liveQuickPick.ts';
import type { DraftActions } from '../../host/ui/shareOutcome.ts';
import { StepLists } from '../../host/ui/steps/stepLists.ts';
import { setting } from '../../host/vscode/settings.ts';
import { type Checked, SecretCheck } from './checkSecrets.ts';
import { chooseRoom } from './chooseRoom.ts';
import { confirm } from './confirmation/confirm.ts';
import { deliver } from './deliver.ts';
import { shareableMarkdown } from './propose.ts';
import { markdownOf, type Proposal, type Shareable, type TitledShareable } from './shareable.ts';
import { checkedProposal, isSendable, type SharePorts, type Step, shareTarget } from './step.ts';
import { type StoredMessages, store } from './store.ts';
import { whileAsked } from './whileAsked.ts';

/**
 * Picks a room, confirms the exact content, then stores and sends it. Cancelling a step sends nothing; Back returns to the
 * room.
 * @returns what became of each of its messages; `undefined` if it was not sent
 */
export async function share(
  ports: SharePorts,
  shareable: TitledShareable,
  argument: unknown,
  lists = new StepLists(),
): Promise<readonly DeliveryResult[] | undefined> {
  const secrets = new SecretCheck(ports);
  // The step that awaits it reports the error.
  searchEarly(secrets, shareable).catch(() => undefined);
  let stored: StoredMessages | undefined;
  try {
    stored = await whileAsked(shareable.asked, () => decide({ ports, secrets, shareable, lists }, argument));
  } finally {
    lists.dispose();
    await shareable.origin?.focus();
  }
  if (stored === undefined) return undefined;
  const { results } = await deliver(ports, stored);
  return stored.messages.map((_, index) => results[index] ?? { record: undefined });
}

/** @returns `undefined` when it is not sent */
async function decide(first: Omit<Step, 'room'>, argument: unknown): Promise<StoredMessages | undefined> {
  const { ports, lists } = first;
  let { shareable } = first;
  for (let [row, comment] = [argument, shareable.comment ?? '']; !lists.isLeft; row = undefined) {
    let wantsComment = false;
    const onComment = () => {
      wantsComment = true;
    };
    const room = await chooseRoom(ports, row, { ...shareable, lists }, asksOnlyWhenNeeded() ? onComment : undefined);
    if (room === undefined || lists.isLeft || shareable.asked?.aborted) return undefined;
    const step = { ...first, shareable, room, parent: room.id === roomIdOf(row) ? parentOf(row) : undefined };
    const routine = wantsComment ? undefined : await routineShare(step, comment);
    if (lists.isLeft) return undefined;
    if (routine !== undefined) return store(ports, shareTarget(step), routine);
    const decided = await confirm(step, comment);
    if (decided === undefined || 'messages' in decided) return decided;
    ({ comment, shareable } = decided);
  }
  return undefined;
}

/** Sends a share that needs no confirmation but that of its secrets. @returns whether all its messages are sent or queued */
export async function submit(
  ports: Pick<SharePorts, 'scanner' | 'outbox' | 'outcome' | 'errors' | 'connection' | 'log'>,
  target: ShareTarget,
  outgoing: Proposal,
  draft?: DraftActions,
): Promise<boolean> {
  const secrets = new SecretCheck(ports);
  const allowed = await secrets.allowed(await secrets.check(outgoing));
  const [message] = allowed?.messages ?? [];
  if (draft?.edits && message?.content.kind === 'text') {
    // Rarely needed, so loaded on first use.
    const { replaceMessage } = await import('./replaceMessage.ts');
    return replaceMessage(ports, { ...message, content: message.content, room: target }, draft.edits);
  }
  const stored = allowed && (await store(ports, target, allowed));
  return stored ? (await deliver(ports, stored, draft)).isComplete : false;
}

/** A text that another feature has made. */
export interface MadeText {
  readonly name: string;
  readonly markdown: string;
  readonly lineCount: number;
}

/** Shares a text that another feature has made, after the confirmation. @param node the room, and the message to reply to */
export async function shareText(ports: SharePorts, text: MadeText, node: unknown): Promise<boolean> {
  const results = await share(ports, { title: l10n.t('Suggest Change'), ...shareableMarkdown(text) }, node);
  return results?.every(({ record }) => record !== undefined && record.state !== 'failed') ?? false;
}

const asksOnlyWhenNeeded = (): boolean => setting('share.confirm') === 'whenNeeded';

/** Renders and searches a text while the user picks a room, once the window has the rooms. */
async function searchEarly(secrets: SecretCheck, { propose }: Shareable): Promise<void> {
  await flushUi();
  const proposal = await propose('send', undefined);
  if (markdownOf(proposal) !== undefined) await secrets.check(proposal);
}

const maxRoutineLines = 100;

/** The user waits for the list of the people in the room. */
const maxAudienceWaitMs = 3000;

/**
 * The text that may be sent without the confirmation: the user has shared to the room from here before, everyone in it is from
 * the same domain, the text is short and no reply, mentions not everyone, and there is nothing to warn about. What is not
 * known counts as a reason to ask.
 */
async function routineShare(step: Step, comment: string): Promise<Checked | undefined> {
  const { ports, room, parent, shareable } = step;
  if (!asksOnlyWhenNeeded() || comment !== '' || shareable.asked !== undefined) return undefined;
  if (parent !== undefined || shareable.alternatives?.some(({ isLeftOut }) => isLeftOut)) return undefined;
  const proposal = await checkedProposal(step, { choice: 'send', isMasked: false }, comment);
  const { messages, lineCount = 0, riskWarnings, warnings = [] } = proposal;
  const markdown = markdownOf(proposal);
  // In code, too: services may read a mention there.
  if (markdown === undefined || messages.length > 1 || markdown.includes('<@all>')) return undefined;
  if (!isSendable(proposal) || lineCount > maxRoutineLines) return undefined;
  if ([...roomWarnings(room), ...riskWarnings, ...warnings].length > 0) return undefined;
  if (!ports.marks.record.recent.includes(room.id)) return undefined;
  const isSafe = await isInternal(ports, room, AbortSignal.timeout(maxAudienceWaitMs));
  return isSafe ? proposal : undefined;
}
