import { commands } from 'vscode';
import { setContext } from '../../../host/vscode/contextKeys.ts';
import { copyMessage } from '../copyMessage.ts';
import { markdownOf } from '../shareable.ts';
import { checkedProposal, type ShareMode, type Step } from '../step.ts';
import type { StoredMessages } from '../store.ts';
import { type Choice, LastStep } from './lastStep.ts';

/** A window shows one quick pick at a time. */
let openStep: LastStep | undefined;

/** Keys in the last step, where the focus stays in the comment. A part of the page stays visible when it scrolls. */
export const lastStepCommands = {
  async '_roomside.backToRooms'(): Promise<void> {
    if (openStep !== undefined) return openStep.back();
    // The context of an extension host that crashed in the last step: Escape has to close every other list.
    await setContext('roomside:lastStep', false);
    await commands.executeCommand('workbench.action.closeQuickOpen');
  },
  '_roomside.scrollMessageUp': () => openStep?.scroll(-0.85),
  '_roomside.scrollMessageDown': () => openStep?.scroll(0.85),
};

/**
 * Confirms a share in a room. In the last step it can become a reply to a message there, or a wider one.
 * @returns the stored share, or the choice of another room; `undefined` when it is not sent
 */
export async function confirm(first: Step, firstComment: string): Promise<StoredMessages | Choice | undefined> {
  try {
    for (let [step, comment] = [first, firstComment]; ; ) {
      const decided = await askInLastStep(step, comment);
      if (decided === undefined || 'messages' in decided || decided.choice === 'back') return decided;
      comment = decided.comment;
      if (decided.choice === 'reply') {
        const { pickParent } = await import('./pickParent.ts');
        const parent = await pickParent(step.ports, step.room, step.shareable.title);
        step = { ...step, parent: parent ?? step.parent };
      } else if (decided.choice === 'wider') {
        const { title, wider } = step.shareable;
        step = { ...step, shareable: { title, ...((await wider?.open()) ?? step.shareable) } };
      } else return void (await takeText(step, comment, decided.choice));
    }
  } finally {
    await first.ports.preview.current?.hide();
  }
}

/** Copies the text or opens it as a draft. */
async function takeText(step: Step, comment: string, choice: 'edit' | 'copy'): Promise<void> {
  const { ports, room, parent } = step;
  const proposal = await checkedProposal(step, { choice: 'send', isMasked: false }, comment);
  if (choice === 'copy') return copyMessage(ports, proposal);
  const text = markdownOf(proposal);
  if (text === undefined) return;
  // The cursor is before the code. Blank lines there, which are not sent, give a comment its own paragraph.
  const draft = { name: proposal.name, text: comment.trim() === '' ? `\n\n${text}` : text, ...(parent && { parent }) };
  await ports.drafts.create(room, draft, { isAtStart: true });
}

async function askInLastStep(step: Step, comment: string): Promise<StoredMessages | Choice | undefined> {
  const mode: ShareMode = { choice: 'send', isMasked: false };
  const opened = new LastStep({ step, mode, proposal: await checkedProposal(step, mode, comment) }, comment);
  openStep = opened;
  // Not awaited: VS Code handles it before the step, which follows on the same connection.
  const isKnown = setContext('roomside:lastStep', true);
  try {
    const [decided] = await Promise.all([opened.ask(), isKnown]);
    return decided;
  } finally {
    opened.dispose();
    if (openStep === opened) {
      openStep = undefined;
      await setContext('roomside:lastStep', false);
    }
  }
}
