import { l10n, MarkdownString, type PreparedToolInvocation } from 'vscode';
import { throwIfAborted } from '../../core/base/errors.ts';
import { displayTitle, escapeMarkdown } from '../../core/base/text/displayText.ts';
import type { ShareRequest } from '../../core/terminal/shareRequest.ts';
import { setting } from '../../host/vscode/settings.ts';
import type { Tool, ToolPorts } from './languageModelTool.ts';
import type { ToolInput } from './model/toolInput.ts';
import { declinedAnswer, postAnswer, toolMessage } from './model/toolMessage.ts';
import { findToolRoom } from './roomTools.ts';

type PostContent = Omit<ShareRequest, 'title' | 'roomId'>;
type AskedPost = PostContent & { readonly roomId: string };
type PostToolName = 'roomside_post_message' | 'roomside_reply' | 'roomside_share_lines';

interface Posted {
  readonly answer: string;
  readonly sent?: { readonly roomId: string; readonly messageId: string };
}

/** No confirmation of VS Code: a setting can skip it, so Roomside asks on each call. */
export function prepareToPost({ directory }: ToolPorts, roomId: string): PreparedToolInvocation {
  const title = directory.find(roomId)?.title;
  if (title === undefined) return { invocationMessage: l10n.t('Sending a message') };
  const name = escapeMarkdown(displayTitle(title));
  return { invocationMessage: new MarkdownString(l10n.t('Sending to “{0}”', name)) };
}

/** A tool that posts something, after the confirmation of every share. The room is identified only by its id. */
export function postTool<Name extends PostToolName>(
  ports: ToolPorts,
  contentOf: (input: ToolInput<Name>) => Promise<PostContent>,
): Tool<Name> {
  return {
    prepare: ({ input: { roomId } }) => prepareToPost(ports, `${roomId}`),
    async run({ input, signal, onData }) {
      const posted = await askToPost(ports, { roomId: `${input.roomId}`, ...(await contentOf(input)) }, signal);
      onData?.({ sent: posted.sent });
      return posted.answer;
    },
  };
}

/** Asks the user to send something in the confirmation of every share. @throws {ToolError} for a room that is not there */
export async function askToPost(
  ports: ToolPorts,
  { roomId, ...asked }: AskedPost,
  signal: AbortSignal,
): Promise<Posted> {
  await findToolRoom(ports, roomId, signal);
  const title = l10n.t('Message from a Language Model');
  const results = await ports.requestShare({ ...asked, title, roomId }, signal);
  if (results === undefined) {
    throwIfAborted(signal);
    return { answer: declinedAnswer };
  }
  const [{ record } = {}] = results;
  const { messageId } = record ?? {};
  const sent = record?.state === 'sent' && messageId ? { roomId: record.roomId, messageId } : undefined;
  const isElsewhere = record !== undefined && record.roomId !== roomId;
  const other = isElsewhere ? ' The user chose another room for it.' : '';
  return { answer: `${postAnswer(record)}${other}`, ...(sent && { sent }) };
}

/** The text of a model as it is sent, with what the user should know of it. @throws {EmptyShareError | TooLargeError} */
export async function messageContent(text: string): Promise<Pick<ShareRequest, 'content' | 'warnings'>> {
  const { markdown, mentionsAll, hiddenCharacters } = await toolMessage(text, setting('message.maxBytes'));
  const { length: count } = hiddenCharacters;
  const hidden =
    count === 1 ? l10n.t('Contains 1 invisible character.') : l10n.t('Contains {0} invisible characters.', count);
  const warnings = [...(mentionsAll ? [l10n.t('Mentions everyone in the room.')] : []), ...(count > 0 ? [hidden] : [])];
  return { content: { markdown }, warnings };
}
