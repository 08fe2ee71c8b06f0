import { l10n } from 'vscode';
import { FileChangedError } from '../../core/api/errors.ts';
import type { Lazy } from '../../core/base/lazy.ts';
import { displayTitle } from '../../core/base/text/displayText.ts';
import type { DraftParent } from '../../core/drafts/messageDraft.ts';
import type { ShareTarget } from '../../core/outbox/newShare.ts';
import type { TargetRoom } from '../../core/rooms/directPerson.ts';
import type { Services } from '../../host/services.ts';
import { sizeOf } from '../../host/ui/messageSize.ts';
import type { StepLists } from '../../host/ui/steps/stepLists.ts';
import type { Checked, SecretCheck } from './checkSecrets.ts';
import { filesOf, markdownOf, type Proposal, type SendChoice, type TitledShareable } from './shareable.ts';

export interface SharePorts
  extends Pick<
      Services,
      'active' | 'connection' | 'directory' | 'marks' | 'rooms' | 'emails' | 'clock' | 'errors' | 'log'
    >,
    Pick<Services, 'outbox' | 'outcome' | 'drafts' | 'scanner'> {
  /** Loaded when the first confirmation is visible. */
  readonly preview: Lazy<SharePreview>;
}

/** A share with its room, before it is confirmed. */
export interface Step {
  readonly ports: SharePorts;
  readonly secrets: SecretCheck;
  readonly shareable: TitledShareable;
  readonly lists: StepLists;
  readonly room: TargetRoom;
  /** The message of the room that it replies to. */
  readonly parent?: DraftParent | undefined;
}

/** What is sent, and whether its secrets are masked. */
export interface ShareMode {
  readonly choice: SendChoice;
  readonly isMasked: boolean;
}

/** A share as the confirmation shows it. */
export interface ShownShare {
  readonly step: Step;
  readonly mode: ShareMode;
  readonly proposal: Checked;
}

export interface PreviewOptions {
  /** The exact text instead of the message as the room will show it. */
  readonly isExact: boolean;
  /** The people in the room, once they are known. */
  readonly audience: string;
  /** The height of the step, in CSS pixels. */
  readonly coveredPx: number;
  /** Escape was pressed in it: a click or a key of VS Code can have given it the focus, too. */
  readonly onEscape: () => void;
  /** The user has closed it. */
  readonly onClose: () => void;
}

/** What the user sees while the confirmation is open. */
export interface SharePreview {
  /** Resolves when the share is on the screen. */
  show(share: ShownShare, options: PreviewOptions): Promise<void>;
  /** Scrolls by this part of the visible height. */
  scroll(by: number): void;
  /** Gives it the focus, to be read. @returns whether it is drawn */
  focus(onEnter: () => unknown): boolean;
  hide(): Promise<void>;
}

/** The proposal for a mode and a comment, with the secrets found in it. @param isLast see `Propose` */
export async function checkedProposal(
  { secrets, shareable }: Pick<Step, 'secrets' | 'shareable'>,
  { choice, isMasked }: ShareMode,
  comment: string,
  isLast = false,
): Promise<Checked> {
  const check = async () =>
    secrets.check(await shareable.propose(choice, comment.trim() === '' ? undefined : comment, isLast));
  const checked = await check().catch((error: unknown) => {
    // A file that was written to while it was searched is proposed as it is then.
    if (error instanceof FileChangedError) return check();
    throw error;
  });
  return isMasked ? secrets.check(await secrets.masked(checked)) : checked;
}

export function isSendable(share: Proposal): boolean {
  const markdown = markdownOf(share);
  return markdown === undefined || !sizeOf(markdown).isTooLong;
}

/** Whether a share may be sent, which the user has confirmed as it was shown. @param isAsIs with possible secrets */
export function isAllowed(checked: Checked, shown: Checked, { choice, isMasked }: ShareMode, isAsIs: boolean): boolean {
  if (!isSendable(checked)) return false;
  if (checked.risks.length > 0 && !isMasked && !isAsIs) return false;
  // A file that has changed differs from the one that the user has seen.
  const seen = filesOf(choice === 'asFile' ? checked : shown);
  return filesOf(checked).every((file) => seen.includes(file));
}

export function shareTarget({ room, parent, shareable }: Step): ShareTarget {
  // Another room for the same share is an exception, so the next share still goes to the room of the first.
  const keepsLastRoom = shareable.sameRoomId === undefined ? undefined : true;
  return { ...room, parentId: parent?.id, keepsLastRoom };
}

/** Where it goes, in every title and row: a room, or a thread in it. */
export function targetText({ room, parent }: Step): string {
  const title = displayTitle(room.title);
  return parent === undefined ? title : l10n.t('{0}, as a reply to {1}', title, displayTitle(parent.author));
}
