import { l10n, type MarkdownString } from 'vscode';
import { isCancelled } from '../../core/base/errors.ts';
import { fieldsOf } from '../../core/base/json.ts';
import { SerialQueue } from '../../core/base/scheduling/concurrency.ts';
import { limitPerMinute } from '../../core/base/scheduling/limitPerMinute.ts';
import { unescapeMarkdown } from '../../core/base/text/displayText.ts';
import { exitCodes } from '../../core/terminal/doorCall.ts';
import type { CallTool } from '../../core/terminal/shareRequest.ts';
import { questionIn } from '../../core/terminal/waitForReplies.ts';
import { showWarningMessage } from '../../host/vscode/notifications.ts';
import { runWithData, type Tool, type ToolPorts, type Tools } from './languageModelTool.ts';
import { failedAnswer, ToolError } from './model/toolFailure.ts';
import { parseToolInput, type ToolName } from './model/toolInput.ts';

const declinedAnswer = 'The user does not want this room to be read. Do not try again unless the user asks.';
const tooManyAnswer = 'The user was asked too often in the last minute. Wait a minute.';

/** Of a thread of a room. */
const keyOf = (roomId: unknown, threadId: unknown): string => JSON.stringify([roomId, threadId]);

/**
 * The tools for programs outside of the chat of VS Code. Where VS Code would ask before a tool runs, Roomside asks: once for each
 * room in this window, a few times a minute, one question after the other.
 */
export function programTools(tools: Tools, { clock, log }: ToolPorts): CallTool {
  /** IDs of rooms, and threads. */
  const allowed = new Set<string>();
  const countQuestion = limitPerMinute(clock, () => new ToolError(tooManyAnswer));
  const queue = new SerialQueue();
  const askOnce = async (roomId: string, facts: string, signal: AbortSignal): Promise<void> => {
    signal.throwIfAborted();
    if (allowed.has(roomId)) return;
    const isAllowed = await askToRead(facts);
    signal.throwIfAborted();
    if (!isAllowed) throw new ToolError(declinedAnswer);
    allowed.add(roomId);
  };
  const run = async <Name extends ToolName>(name: Name, input: unknown, signal: AbortSignal) => {
    const call = { input: parseToolInput(name, input), signal, isForProgram: true } as const;
    const tool: Tool<Name> = tools[name];
    const { confirmationMessages } = await tool.prepare(call);
    const { roomId, threadId } = fieldsOf(call.input);
    const isAllowed = [`${roomId}`, keyOf(roomId, threadId)].some((key) => allowed.has(key));
    if (confirmationMessages !== undefined && !isAllowed) {
      // Those that wait count, too: they are shown whenever the user has answered those before.
      countQuestion();
      const facts = unescapeMarkdown((confirmationMessages.message as MarkdownString).value);
      await queue.run(() => askOnce(`${roomId}`, facts, signal));
    }
    const answer = await runWithData(tool, call);
    // Sending the question, the user has allowed the model to read the replies.
    const question = questionIn(answer.data);
    if (question !== undefined) allowed.add(keyOf(question.roomId, question.messageId));
    return answer;
  };
  return async (name, input, { isForModel, signal }) => {
    try {
      if (!Object.hasOwn(tools, name)) throw new ToolError('There is no such tool.');
      return await run(name as ToolName, input, signal);
    } catch (error) {
      if (error instanceof ToolError) return { exit: exitCodes.notSent, text: error.answer };
      if (!isForModel || isCancelled(error)) throw error;
      log.error(`the tool ${name} failed`, error);
      return failedAnswer(error);
    }
  };
}

/** The first button is the default for Enter, which may be meant for the editor. */
async function askToRead(facts: string): Promise<boolean> {
  const deny = l10n.t("Don't Allow");
  const allow = l10n.t('Allow');
  const question = l10n.t('Allow programs on this computer to read this room?');
  return (await showWarningMessage(question, { modal: true, detail: facts }, deny, allow)) === allow;
}
