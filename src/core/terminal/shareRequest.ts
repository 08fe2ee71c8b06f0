import { errorWith } from '../base/errors.ts';
import type { DeliveryResult } from '../outbox/delivery.ts';
import type { DoorAnswer, NamedFile } from './doorCall.ts';

/** Output in a file that is removed after the answer. */
interface PipedContent {
  readonly piped: { readonly path: string; readonly byteLength: number };
  /** Its name as a file. */
  readonly name?: string | undefined;
  readonly asFile?: true | undefined;
}

/** What a program asks to share: output, files or lines of one, or a message as it is. */
export type RequestedContent = PipedContent | { readonly files: readonly NamedFile[] } | { readonly markdown: string };

/** A share that a program asks the user for. */
export interface ShareRequest {
  /** The title of its steps, which names the one who asks. */
  readonly title: string;
  readonly content: RequestedContent;
  readonly comment?: string | undefined;
  /** What the user should know before sending. */
  readonly warnings?: readonly string[] | undefined;
  /** The ID of the room. Without it, the user chooses. */
  readonly roomId?: string | undefined;
  /** The ID of one of the newest messages of the room. */
  readonly reply?: string | undefined;
  /** A terminal of the window gets the focus at the end. */
  readonly isInTerminal?: true | undefined;
}

/**
 * Why the user is not asked: too often in the last minute, the message to reply to is none of the newest of the room, or the
 * file ends before the lines.
 */
type RequestProblem = 'too-many' | 'unknown-parent' | 'no-lines';

/** The user is not asked. */
export class ShareRequestError extends errorWith<{ reason: RequestProblem }>() {
  constructor(reason: RequestProblem) {
    super(`a program may not ask: ${reason}`, { reason });
  }
}

/**
 * Asks the user in the confirmation of every share.
 * @param asked aborted when the program no longer waits, which closes the confirmation
 * @returns what became of each message, with no record for one that was not stored; `undefined` if the user does not send them
 * @throws {ShareRequestError}
 * @throws {SignInRequiredError} a program cannot start a sign-in
 */
export type RequestShare = (
  request: ShareRequest,
  asked: AbortSignal,
) => Promise<readonly DeliveryResult[] | undefined>;

/** Calls a tool for a program. Rejects as the tool, unless a failure is for a model, which gets it as an answer. */
export type CallTool = (
  tool: string,
  input: unknown,
  how: { readonly isForModel: boolean; readonly signal: AbortSignal },
) => Promise<DoorAnswer>;

/** Finds the link of lines of a file, or of its first line, that Copy Link to Selection copies. `problem` is for the user. */
export type FindLink = (file: NamedFile) => Promise<{ readonly link: string } | { readonly problem: string }>;
