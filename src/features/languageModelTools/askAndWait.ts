import { l10n } from 'vscode';
import { isCancelled } from '../../core/base/errors.ts';
import { type ThreadInput, waitForReplies } from '../../core/terminal/waitForReplies.ts';
import { askToPost, messageContent, prepareToPost } from './askToPost.ts';
import { runWithData, type Tool, type ToolPorts } from './languageModelTool.ts';
import { failedAnswer } from './model/toolFailure.ts';

/**
 * Posts a question after the confirmation, and answers with the replies in its thread. Another program gets the question in
 * the data of the answer and waits by itself, so that it does not hold a connection to this window.
 */
export function askAndWaitTool(ports: ToolPorts, readRoom: Tool<'roomside_read_room'>): Tool<'roomside_ask_and_wait'> {
  return {
    prepare: ({ input: { roomId } }) => prepareToPost(ports, roomId),
    async run({ input: { roomId, markdown, waitSeconds }, signal, onData }, budget) {
      const { content, warnings = [] } = await messageContent(markdown);
      const told = l10n.t('The replies to it are sent to the language model.');
      const { answer, sent } = await askToPost(ports, { roomId, content, warnings: [...warnings, told] }, signal);
      if (sent === undefined) return answer;
      const question = { ...sent, waitSeconds };
      if (onData !== undefined) {
        onData({ question });
        return answer;
      }
      const failed = (error: unknown) => {
        if (isCancelled(error)) throw error;
        ports.log.error('the replies to a question could not be read', error);
        return failedAnswer(error);
      };
      const readThread = (input: ThreadInput) => runWithData(readRoom, { input, signal }, budget).catch(failed);
      return (await waitForReplies(question, { readThread, clock: ports.clock, signal })).text;
    },
  };
}
