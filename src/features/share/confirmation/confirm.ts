import { commands } from 'vscode';
import type { MutableDisposable } from '../../../core/base/disposable.ts';
import { placesOf } from '../../../core/snippet/codePlace.ts';
import { setContext } from '../../../host/vscode/contextKeys.ts';
import { copyMessage } from '../copyMessage.ts';
import { markdownOf } from '../shareable.ts';
import { checkedProposal, type ShareMode, type Step } from '../step.ts';
import type { StoredMessages } from '../store.ts';
import { type Choice, Confirmation } from './confirmation.ts';

/** The one on the screen: a window shows one quick pick at a time. */
let visibleStep: Confirmation | undefined;

/** Keys in the confirmation, where the focus stays in the comment. A part of the page stays visible when it scrolls. */
export const confirmationCommands = {
  async '_roomside.backToRooms'(): Promise<void> {
    if (visibleStep !== undefined) return visibleStep.back();
    // The list that has just replaced it, or the context of an extension host that crashed in the confirmation: Escape has to
    // close every other list.
    await setContext('roomside:confirmation', false);
    await commands.executeCommand('workbench.action.closeQuickOpen');
  },
  '_roomside.scrollMessageUp': () => visibleStep?.scroll(-0.85),
  '_roomside.scrollMessageDown': () => visibleStep?.scroll(0.85),
};

/**
 * Confirms a share in a room. In the confirmation it can become a reply to a message there, or include the staged changes.
 *
 * The page closes before the list: closing the list, VS Code gives the focus back to where the share began, which must be
 * on the screen then. So the list of the step stays open until the next one replaces it, and keys go nowhere else meanwhile.
 * @param shown the confirmation, which the caller closes
 * @returns the stored share, or the choice of another room; `undefined` when it is not sent
 */
export async function confirm(
  first: Step,
  firstComment: string,
  shown: MutableDisposable<Confirmation>,
): Promise<StoredMessages | Choice | undefined> {
  // What a program asks for is read first.
  let isRead = first.shareable.asked !== undefined;
  try {
    for (let [step, comment] = [first, firstComment]; ; isRead = false) {
      const decided = await askInConfirmation({ step, comment, isRead }, shown);
      if (decided === undefined || 'messages' in decided || decided.choice === 'back') return decided;
      comment = decided.comment;
      if (decided.choice === 'reply') {
        const { pickParent } = await import('./pickParent.ts');
        const parent = await pickParent(step.ports, step.room, step.shareable.title);
        step = { ...step, parent: parent ?? step.parent };
      } else if (typeof decided.choice === 'object') {
        const { title, origin, asked } = step.shareable;
        const kept = { title, ...(origin && { origin }), ...(asked && { asked }) };
        step = { ...step, shareable: { ...kept, ...((await decided.choice.open()) ?? step.shareable) } };
        if (shown.value?.isLeft || shown.value?.hidden.aborted) return undefined;
      } else if (decided.choice !== 'again') {
        await first.ports.preview.current?.hide();
        shown.value = undefined;
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
  const written = comment.trim() === '' ? `\n\n${text}` : text;
  const draft = { name: proposal.name, text: written, places, ...(parent && { parent }) };
  await ports.drafts.create(room, draft, { isAtStart: true });
}

async function askInConfirmation(
  { step, comment, isRead }: { readonly step: Step; readonly comment: string; readonly isRead: boolean },
  shown: MutableDisposable<Confirmation>,
): Promise<StoredMessages | Choice | undefined> {
  const mode: ShareMode = { choice: 'send', isMasked: false };
  const proposal = await checkedProposal(step, mode, comment);
  if (step.shareable.asked?.aborted) return undefined;
  const opened = new Confirmation({ step, mode, proposal }, comment);
  visibleStep = opened;
  opened.hidden.addEventListener('abort', () => {
    if (visibleStep !== opened) return;
    visibleStep = undefined;
    void setContext('roomside:confirmation', false);
    // The list that has taken its place was on its way when Escape was pressed again.
    if (opened.isLeft) void commands.executeCommand('workbench.action.closeQuickOpen');
  });
  // Not awaited: VS Code handles it before the step, which follows on the same connection.
  const isKnown = setContext('roomside:confirmation', true);
  const asked = opened.ask(isRead);
  // Replaced on the screen, the one before closes without a change of the focus.
  shown.value = opened;
  const [decided] = await Promise.all([asked, isKnown]);
  return decided;
}
