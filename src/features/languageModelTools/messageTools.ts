import { isAbsolute } from 'node:path';
import { l10n } from 'vscode';
import { limitPerMinute } from '../../core/base/scheduling/limitPerMinute.ts';
import { messageName } from '../../host/ui/describeShare.ts';
import { isOnOtherComputer, openNamedFile } from '../../host/vscode/openNamedFile.ts';
import { setting } from '../../host/vscode/settings.ts';
import { messageContent, postTool } from './askToPost.ts';
import type { Tool, ToolPorts } from './languageModelTool.ts';
import { ToolError } from './model/toolFailure.ts';
import { draftAnswer, toolMessage } from './model/toolMessage.ts';
import { findToolRoom } from './roomTools.ts';

/** Posts a message as it is. */
export function postMessageTool(ports: ToolPorts): Tool<'roomside_post_message'> {
  return postTool(ports, ({ markdown }) => messageContent(markdown));
}

/** As `postMessageTool`, in the thread of one of the newest messages of the room [X18]. */
export function replyTool(ports: ToolPorts): Tool<'roomside_reply'> {
  return postTool(ports, async ({ messageId, markdown }) => ({
    reply: messageId,
    ...(await messageContent(markdown)),
  }));
}

const tooManyDraftsAnswer =
  'Too many drafts were opened in the last minute. Nothing was opened. Ask the user before you open more.';

/**
 * Sends nothing. The model gets the exact text and its warnings. With a room, the original text also opens in an
 * editor, not rendered and without taking the focus, a few times a minute at most. Without a room, no sign-in is needed.
 */
export function draftMessageTool(ports: ToolPorts): Tool<'roomside_draft_message'> {
  const countDraft = limitPerMinute(ports.clock, () => new ToolError(tooManyDraftsAnswer));
  return {
    prepare: () => ({ invocationMessage: l10n.t('Drafting a message') }),
    async run({ input: { markdown, roomId }, signal }) {
      const message = await toolMessage(markdown);
      const secrets = setting('share.scanForSecrets') ? await ports.scanner.find(message.markdown) : [];
      const shown = secrets.length === 0 ? message.markdown : await ports.scanner.mask(message.markdown);
      const isOpen = roomId !== '';
      if (isOpen) {
        const { room, account } = await findToolRoom(ports, roomId, signal);
        countDraft();
        await ports.drafts.create(
          { ...room, account },
          { name: messageName(false), text: markdown },
          { isBeside: true },
        );
      }
      return draftAnswer(message, { shown, secrets, maxBytes: setting('message.maxBytes'), isOpen });
    },
  };
}

const unreadableAnswer =
  'There is no text file with this absolute path on the machine of the workspace, or it is too large. Nothing was sent.';

/** Shares lines of a file as Share Selection does: Roomside makes the header, the commit and the link. */
export function shareLinesTool(ports: ToolPorts): Tool<'roomside_share_lines'> {
  return postTool(ports, async ({ path, startLine, endLine, comment }) => {
    const lineCount = await lineCountOf(path);
    if (startLine > endLine || endLine > lineCount)
      throw new ToolError(`There are no such lines: the file has ${lineCount}. Nothing was sent.`);
    return { content: { files: [{ path, startLine, endLine }] }, comment };
  });
}

async function lineCountOf(path: string): Promise<number> {
  if (!isAbsolute(path) || isOnOtherComputer(path)) throw new ToolError(unreadableAnswer);
  try {
    return (await openNamedFile(path)).lineCount;
  } catch {
    // Its text would name the path in words of the system.
    throw new ToolError(unreadableAnswer);
  }
}
