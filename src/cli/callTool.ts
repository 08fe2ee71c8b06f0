import type { Clock } from '../core/base/clock.ts';
import { errorName } from '../core/base/errors.ts';
import type { DoorAnswer, DoorCall } from '../core/terminal/doorCall.ts';
import { questionIn, type ThreadInput, waitForReplies } from '../core/terminal/waitForReplies.ts';

/** Asks the window of this program. */
export type AskWindow = (call: DoorCall, signal: AbortSignal) => Promise<DoorAnswer>;

interface ToolCaller {
  readonly ask: AskWindow;
  readonly clock: Clock;
  readonly signal: AbortSignal;
}

/**
 * Calls a tool of the window for a model. Waits here for the replies to a question, so that no connection to the window is held
 * meanwhile.
 * @throws an error whose message names no path of this machine
 */
export async function callTool(name: string, input: unknown, { ask, clock, signal }: ToolCaller): Promise<DoorAnswer> {
  const call = (tool: string, given: unknown) => ask({ do: 'tool', tool, input: given, isForModel: true }, signal);
  try {
    const answer = await call(name, input);
    const question = questionIn(answer.data);
    if (question === undefined) return answer;
    const readThread = (thread: ThreadInput) => call('roomside_read_room', thread);
    return await waitForReplies(question, { readThread, clock, signal });
  } catch (error) {
    throw new Error(errorName(error), { cause: error });
  }
}
