import { placesOf } from '../../../core/snippet/codePlace.ts';
import { escapeStep } from '../../../host/ui/steps/stepLists.ts';
import { copyMessage } from '../copyMessage.ts';
import { markdownOf } from '../shareable.ts';
import { checkedProposal, type ShareMode, type Step } from '../step.ts';
import type { StoredMessages } from '../store.ts';
import { type Choice, Confirmation } from './confirmation.ts';

/** The page of the newest confirmation: a window shows one at a time. */
let preview: Step['ports']['preview'] | undefined;

/** Keys in the confirmation, where the focus stays in the comment. A part of the page stays visible when it scrolls. */
export const confirmationCommands = {
  '_roomside.backToRooms': escapeStep,
  '_roomside.scrollMessageUp': () => preview?.current?.scroll(-0.85),
  '_roomside.scrollMessageDown': () => preview?.current?.scroll(0.85),
};

/** Another room is to be chosen. */
interface BackToRooms extends Pick<Step, 'shareable'> {
  readonly comment: string;
}

/**
 * Confirms a share in a room. In the confirmation it can become a reply to a message there, or include the staged changes.
 *
 * The page closes before the list: closing the list, VS Code gives the focus back to where the share began, which must be
 * on the screen then.
 * @returns the stored share, or what is to be shared in another room; `undefined` when it is not sent
 */
export async function confirm(first: Step, firstComment: string): Promise<StoredMessages | BackToRooms | undefined> {
  // What a program asks for is read first.
  let isRead = first.shareable.asked !== undefined;
  try {
    for (let [step, comment] = [first, firstComment]; ; isRead = false) {
      const decided = await askInConfirmation({ step, comment, isRead });
      if (decided === undefined || 'messages' in decided) return decided;
      comment = decided.comment;
      if (decided.choice === 'back') return { comment, shareable: step.shareable };
      if (decided.choice === 'reply') {
        const { pickParent } = await import('./pickParent.ts');
        const parent = await pickParent(step);
        step = { ...step, parent: parent ?? step.parent };
      } else if (typeof decided.choice === 'object') {
        const { title, origin, asked } = step.shareable;
        const kept = { title, ...(origin && { origin }), ...(asked && { asked }) };
        step = { ...step, shareable: { ...kept, ...((await decided.choice.open()) ?? step.shareable) } };
      } else if (decided.choice !== 'again') {
        await first.ports.preview.current?.hide();
        step.lists.close();
        return void (await takeText(step, comment, decided.choice));
      }
    }
  } finally {
    await first.ports.preview.current?.hide();
  }
}

async function takeText(step: Step, comment: string, choice: 'edit' | 'copy'): Promise<void> {
  const { ports, room, parent } = step;
  const proposal = await checkedProposal(step, { choice: 'send', isMasked: false }, comment);
  if (choice === 'copy') return copyMessage(ports, proposal);
  const text = markdownOf(proposal);
  if (text === undefined) return;
  // The cursor is before the code. Blank lines there, which are not sent, give a comment its own paragraph.
  const places = placesOf(proposal.messages[0]?.origin);
  const written = comment.trim() === '' ? `\n\n${text}\n` : `${text}\n`;
  const draft = { name: proposal.name, text: written, places, ...(parent && { parent }) };
  await ports.drafts.create(room, draft, { isAtStart: true });
}

interface Asked {
  readonly step: Step;
  readonly comment: string;
  readonly isRead: boolean;
}

async function askInConfirmation({ step, comment, isRead }: Asked): Promise<StoredMessages | Choice | undefined> {
  const mode: ShareMode = { choice: 'send', isMasked: false };
  const proposal = await checkedProposal(step, mode, comment);
  if (step.shareable.asked?.aborted) return undefined;
  preview = step.ports.preview;
  return new Confirmation({ step, mode, proposal }, comment).ask(isRead);
}
