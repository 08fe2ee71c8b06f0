import { l10n, MarkdownString, window } from 'vscode';
import type { Room } from '../../core/api/resources.ts';
import { displayTitle } from '../../core/rooms/displayTitle.ts';
import { TooLargeError } from '../../core/share/limits.ts';
import { AskedPosts } from '../../core/share/tools/askedPosts.ts';
import { plainMarkdown, visibleText } from '../../core/share/tools/dataFence.ts';
import { declinedAnswer, postAnswer, secretsAnswer } from '../../core/share/tools/messageAnswers.ts';
import { type PostQuestion, postQuestionText } from '../../core/share/tools/postQuestion.ts';
import type { ToolInput } from '../../core/share/tools/toolInput.ts';
import { type ToolMessage, toolMessage } from '../../core/share/tools/toolMessage.ts';
import { askAboutSecrets } from '../../host/askAboutSecrets.ts';
import { byteText } from '../../host/byteText.ts';
import { settings } from '../../host/settings.ts';
import { fewLines, secretLine } from '../../host/words/secretWords.ts';

import type { ToolPorts } from './ports.ts';
import type { Tool } from './registerTool.ts';
import { secretsIn } from './secretsIn.ts';
import { audienceOf, roomOf } from './toolRoom.ts';

type PostInput = ToolInput<'roomside_post_message'>;

/** Parts the text from what is said of it. */
const textRule = '─'.repeat(20);

/** A post that could go, and what the user is asked about it. */
interface ReadyPost {
  readonly room: Room;
  readonly markdown: string;
  readonly question: PostQuestion;
}

/** Never sends what nobody has agreed to, and never by the title of a room. */
export function postMessageTool(ports: ToolPorts): Tool<'roomside_post_message'> {
  const asked = new AskedPosts(ports.clock);
  return {
    async prepare({ input, signal }) {
      const { room, question } = await readyPost(ports, input, signal);
      asked.noteAsked(keyOf(input));
      return {
        invocationMessage: new MarkdownString(l10n.t('Posting to “{0}”', plainMarkdown(displayTitle(room.title)))),
        confirmationMessages: {
          title: l10n.t('Post to a room?'),
          message: new MarkdownString(postQuestionText(question)),
        },
      };
    },
    async run({ input, signal }) {
      const isAgreed = asked.takeAgreed(keyOf(input));
      const post = await readyPost(ports, input, signal);
      if (!isAgreed && !(await isWanted(post))) return declinedAnswer;
      return sendCleared(ports, post, signal);
    },
  };
}

function keyOf({ roomId, markdown }: PostInput): string {
  return JSON.stringify([roomId, markdown]);
}

/** @throws what speaks against it before anybody is asked */
async function readyPost(ports: ToolPorts, input: PostInput, signal: AbortSignal): Promise<ReadyPost> {
  const message = await toolMessage(input.markdown);
  const maxBytes = settings.maxMessageBytes.value;
  const { byteLength, markdown } = message;
  if (byteLength > maxBytes) throw new TooLargeError({ what: 'message', byteLength, maxBytes });
  const room = await roomOf(ports, input.roomId, signal);
  const secrets = (await secretsIn(ports, markdown)).map((finding) => secretLine(finding));
  const lines = [
    l10n.t('Room: {0}', displayTitle(room.title)),
    await audienceOf(ports, room, signal),
    l10n.t('{0} lines · {1}', message.lineCount, byteText(byteLength)),
    ...warningsOf(message),
    ...fewLines(secrets),
    l10n.t('Everything below the line is sent as it stands.'),
    textRule,
  ];
  return { room, markdown, question: { lines, markdown } };
}

function warningsOf({ hiddenCharacters, mentionsAll, mentionCount }: ToolMessage): readonly string[] {
  return [
    ...(mentionsAll ? [l10n.t('It calls everybody in the room.')] : []),
    ...(mentionCount > 0 ? [l10n.t('People it calls by name: {0}', mentionCount)] : []),
    ...(hiddenCharacters.length > 0
      ? [l10n.t('Hidden characters, written out below: {0}', hiddenCharacters.length)]
      : []),
  ];
}

/** Asks where VS Code did not, in a dialog that must be answered. */
async function isWanted({ question: { lines, markdown } }: ReadyPost): Promise<boolean> {
  const post = l10n.t('Post');
  const detail = [...lines, visibleText(markdown)].join('\n');
  const choice = await window.showWarningMessage(
    l10n.t('A language model wants to post this message.'),
    { modal: true, detail },
    post,
  );
  return choice === post;
}

/** Secrets go only by a choice of their own, whatever was agreed to before. */
async function sendCleared(ports: ToolPorts, { room, markdown }: ReadyPost, signal: AbortSignal): Promise<string> {
  const name = l10n.t('Message');
  const secrets = await secretsIn(ports, markdown);
  let cleared = markdown;
  if (secrets.length > 0) {
    const risks = secrets.map((finding) => secretLine(finding));
    const choice = await askAboutSecrets({ name, risks, canMask: true, act: 'send' });
    if (choice === undefined) return secretsAnswer(secrets);
    if (choice === 'mask') cleared = await ports.scanner.mask(markdown);
  }
  const content = { kind: 'text', markdown: cleared } as const;
  const carried = await ports.outbox.share({ room: { id: room.id, title: room.title }, name, content }, { signal });
  // The user is told as after any share, with Undo or the way out.
  ports.outcome.tell(carried);
  return postAnswer(carried.record);
}
