import { type Clock, delay } from '../base/clock.ts';
import { fieldsOf } from '../base/json.ts';
import { count, object, string } from '../base/storage/recordShape.ts';
import { type DoorAnswer, exitCodes } from './doorCall.ts';

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
  /** Reads the thread of the question. Does not answer while no window is open, as during a reload. */
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
  const later = `The question stays in the room. Look for replies later with roomside_read_room and ${JSON.stringify({ roomId, threadId: messageId })}. Do not ask it again.`;
  for (let passedMs = 0; passedMs < waitSeconds * 1000; ) {
    const stepMs = Math.min(passedMs < pollMs.soonFor ? pollMs.soon : pollMs.later, waitSeconds * 1000 - passedMs);
    await delay(clock, stepMs, signal);
    passedMs += stepMs;
    const answer = await readThread({ roomId, threadId: messageId, last: maxReplies });
    if (answer.exit === exitCodes.sent && hasReply(answer.data, messageId)) return answer;
    if (answer.exit !== exitCodes.sent && answer.exit !== exitCodes.noWindow)
      return { ...answer, text: `${answer.text}\n${later}` };
  }
  return {
    exit: exitCodes.sent,
    text: `The question was posted. No reply came within ${waitSeconds} seconds. ${later}`,
  };
}

function hasReply(data: unknown, questionId: string): boolean {
  const { messages } = fieldsOf(data);
  return Array.isArray(messages) && messages.some((message) => fieldsOf(message).id !== questionId);
}
