import { type Clock, delay } from '../base/clock.ts';
import { fieldsOf } from '../base/json.ts';
import { count, object, string } from '../base/storage/recordShape.ts';
import { type DoorAnswer, exitCodes } from './doorCall.ts';
import { isPlainId } from './plainId.ts';

/** A question in a room that was sent for a model, and how long the model waits for a reply. */
export interface SentQuestion {
  readonly roomId: string;
  readonly messageId: string;
  readonly waitSeconds: number;
}

const questionShape = object({ roomId: string, messageId: string, waitSeconds: count });

/** The question in the data of an answer, for whose replies the caller waits. @throws {TypeError} */
export function questionIn(data: unknown): SentQuestion | undefined {
  const { question } = fieldsOf(data);
  return question === undefined ? undefined : questionShape(question, 'question');
}

/** The input of the tool that reads a thread. */
export interface ThreadInput {
  readonly roomId: string;
  readonly threadId: string;
  readonly last: number;
}

const maxReplies = 20;

/** As a room that is open in the editor is refreshed: see docs/notifications.md. */
const pollMs = { soon: 10_000, soonFor: 60_000, later: 30_000 };

interface Waiting {
  /** Reads the thread of the question. Never rejects but for a cancellation or a fault. */
  readThread(input: ThreadInput): Promise<DoorAnswer>;
  readonly clock: Clock;
  readonly signal: AbortSignal;
}

/**
 * Waits until there is a reply. Holds no connection to a window between two requests, so that other programs can use it.
 * @returns the thread with the replies, or why there is none, for a model
 * @throws {CancelledError}
 */
export async function waitForReplies(question: SentQuestion, waiting: Waiting): Promise<DoorAnswer> {
  const { roomId, messageId, waitSeconds } = question;
  const { readThread, clock, signal } = waiting;
  const thread = [roomId, messageId].every(isPlainId) ? ` and ${JSON.stringify({ roomId, threadId: messageId })}` : '';
  const later = `Look for replies later with roomside_read_room${thread}, and without threadId for answers beside the thread. Do not ask it again.`;
  const startMs = clock.now();
  let last: DoorAnswer | undefined;
  for (let passedMs = 0; passedMs < waitSeconds * 1000; ) {
    const stepMs = Math.min(passedMs < pollMs.soonFor ? pollMs.soon : pollMs.later, waitSeconds * 1000 - passedMs);
    await delay(clock, stepMs, signal);
    const answer = await readThread({ roomId, threadId: messageId, last: maxReplies });
    // A look takes long where the service is slow; the clock may be set back meanwhile.
    passedMs = Math.max(passedMs + stepMs, clock.now() - startMs);
    const isRead = answer.exit === exitCodes.sent;
    if (isRead && hasReply(answer.data, messageId)) return answer;
    if (!isRead && !mayPass(answer)) return { ...answer, text: `${answer.text}\n${later}` };
    last = answer;
  }
  return { exit: exitCodes.sent, text: `The question was posted. ${vainText(question, last)} ${later}` };
}

/** What the last look shows. A list may lack a message for a while, so absence proves nothing. */
function vainText({ messageId, waitSeconds }: SentQuestion, last: DoorAnswer | undefined): string {
  const within = `within ${waitSeconds} seconds`;
  if (last?.exit !== exitCodes.sent)
    return `It is not known whether a reply came ${within}, because the last look failed: ${last?.text}`;
  const { messages, hasOlder } = fieldsOf(last.data);
  const isThere =
    hasOlder === true || (Array.isArray(messages) && messages.some((each) => fieldsOf(each).id === messageId));
  const place = isThere
    ? 'The question stays in the room.'
    : 'The last look did not find the question: it may have been deleted.';
  return `No reply came in its thread ${within}. ${place}`;
}

/** In the data of an answer: the same call can succeed later, without the user. */
export interface PassingFailure {
  readonly isPassing: boolean;
}

/** Whether a later look can succeed: no window is open or one has closed, as during a reload, or the service cannot answer for now. */
function mayPass({ exit, data }: DoorAnswer): boolean {
  return exit === exitCodes.noWindow || exit === exitCodes.fault || fieldsOf(data).isPassing === true;
}

function hasReply(data: unknown, questionId: string): boolean {
  const { messages } = fieldsOf(data);
  return Array.isArray(messages) && messages.some((message) => fieldsOf(message).id !== questionId);
}
