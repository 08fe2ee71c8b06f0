/** What is sent of a share. `textOnly` sends without the images. */
export type SendChoice = 'send' | 'textOnly' | 'asFile';

/** What is sent, and whether its secrets are masked. */
export interface ShareMode {
  readonly choice: SendChoice;
  readonly isMasked: boolean;
}

/** What a row does. `sendAsIs` sends possible secrets. */
export type StepAction =
  | SendChoice
  | 'sendAsIs'
  | 'mask'
  | 'unmask'
  | 'exactText'
  | 'reply'
  | 'wider'
  | 'edit'
  | 'copy';

export interface OtherAction {
  readonly action: StepAction;
  readonly label: string;
  readonly description?: string;
}

/** What the last step shows. It may change with the mode and the comment. */
export interface ConfirmView {
  /** The label of the row that sends, for example "Send to Design". Absent when the share cannot be sent as it is. */
  readonly send?: string;
  /** Size and shape, for example "12 lines · 431 bytes". */
  readonly facts: string;
  /** The beginning of what is shared. */
  readonly excerpt?: string;
  /** What the user should know before sending. Each warning is a row, whose details show all of them in full. */
  readonly warnings: readonly string[];
  /** Labels for possible secrets: to mask them, if that is possible, and to send them all the same. */
  readonly secrets?: { readonly mask?: string; readonly sendAsIs: string };
  readonly others: readonly OtherAction[];
  /**
   * Shows the message. It is called when the step is visible, because a page opens more slowly than the step. Nothing is
   * sent before it resolves.
   * @param coveredPx the height of the step
   */
  show(options: ShowOptions): Promise<void>;
}

export interface ShowOptions {
  /** The exact text instead of the message as the room will show it. */
  readonly isExact: boolean;
  readonly audience: string;
  readonly coveredPx: number;
}

/** The last step: what is sent, where to, warnings, and the possible actions. */
export interface ConfirmRequest {
  readonly title: string;
  /** The comment that the box contains at first. */
  readonly comment: string;
  view(mode: ShareMode, comment: string): Promise<ConfirmView>;
  /** The people in the room, loaded in the background. Never rejects. */
  audience(signal: AbortSignal): Promise<string>;
  /** Scrolls the shown message by this part of its visible height. */
  scroll(by: number): void;
  /**
   * Stores the share. The step stays open until it is stored, so that nothing is lost.
   * @param isAsIs the user has chosen to send its possible secrets
   * @returns false when it cannot be sent with this comment, or has secrets: the step stays open and shows the reason
   */
  store(mode: ShareMode, comment: string, isAsIs: boolean): Promise<boolean>;
}

/**
 * The user's decision; `back` returns to the choice of the room, `reply` asks for a message to reply to, `wider` shares what
 * was left out as well.
 */
export interface ConfirmResult {
  readonly choice: 'stored' | 'edit' | 'copy' | 'back' | 'reply' | 'wider';
  readonly comment: string;
}
