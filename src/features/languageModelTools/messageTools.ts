import { l10n, MarkdownString } from 'vscode';
import { throwIfAborted } from '../../core/base/errors.ts';
import { limitPerMinute } from '../../core/base/scheduling/limitPerMinute.ts';
import { displayTitle, escapeMarkdown } from '../../core/base/text/displayText.ts';
import { targetOf } from '../../core/outbox/newShare.ts';
import type { TargetRoom } from '../../core/rooms/directPerson.ts';
import type { SecretFinding } from '../../core/secrets/secretFinding.ts';
import { askAboutSecrets, limitLines, secretLine } from '../../host/ui/askAboutSecrets.ts';
import { messageName } from '../../host/ui/describeShare.ts';
import { byteText } from '../../host/vscode/formats.ts';
import { showWarningMessage } from '../../host/vscode/notifications.ts';
import { setting } from '../../host/vscode/settings.ts';
import type { Tool, ToolPorts } from './languageModelTool.ts';
import { visibleText } from './model/listAnswers.ts';
import { ToolError } from './model/toolFailure.ts';
import type { ToolInput } from './model/toolInput.ts';
import {
  declinedAnswer,
  draftAnswer,
  openedDraftAnswer,
  postAnswer,
  secretsAnswer,
  type ToolMessage,
  toolMessage,
} from './model/toolMessage.ts';
import { audienceText, findToolRoom, roomLines } from './roomTools.ts';

type PostInput = ToolInput<'roomside_post_message'>;

/** Separates the text from the lines about it. */
const textRule = '─'.repeat(20);

/** A dialog with more rows is higher than a screen, which hides its end, and its buttons on macOS and Linux. */
const maxRows = 35;
/** Characters of a row in the dialogs of macOS, which are the narrowest. */
const rowCharacters = 40;

/** A checked post, and what the confirmation shows. */
interface PreparedPost {
  readonly room: TargetRoom;
  /** The Markdown from the model. */
  readonly original: string;
  readonly message: ToolMessage;
  readonly secrets: readonly SecretFinding[];
  /** The lines of the dialog, with the text if there is room for the whole of it. */
  readonly lines: readonly string[];
  readonly isWhole: boolean;
}

/** The text that the user has confirmed. */
interface ConfirmedPost {
  readonly room: TargetRoom;
  readonly markdown: string;
}

/** Later, the title or the members of the room may differ from the question. */
const confirmationLifetimeMs = 5 * 60_000;

/** Posts only after a confirmation, and identifies the room only by its id. */
export function postMessageTool(ports: ToolPorts): Tool<'roomside_post_message'> {
  const countQuestion = limitPerMinute(ports.clock, () => new ToolError(tooManyQuestionsAnswer));
  return {
    // No confirmation of VS Code: a setting can skip it, so Roomside asks on each call.
    prepare({ input: { roomId } }) {
      const title = ports.directory.find(roomId)?.title;
      if (title === undefined) return { invocationMessage: l10n.t('Sending a message') };
      const name = escapeMarkdown(displayTitle(title));
      return { invocationMessage: new MarkdownString(l10n.t('Sending to “{0}”', name)) };
    },
    async run({ input, signal }) {
      // VS Code can approve a tool by itself (a setting, "Always Allow", a hook) without informing the tool, so every call
      // asks and nothing is stored. A late confirmation asks again with current facts.
      for (;;) {
        const post = await preparePost(ports, input, signal);
        countQuestion();
        const askedMs = ports.clock.now();
        const decision = await askToPost(ports, post);
        throwIfAborted(signal);
        if (typeof decision === 'string') return decision;
        const tookMs = ports.clock.now() - askedMs;
        // The system clock may have been set back.
        if (tookMs >= 0 && tookMs <= confirmationLifetimeMs) return sendPost(ports, decision, signal);
      }
    },
  };
}

/** @throws if the post cannot be sent, before the user is asked */
async function preparePost(ports: ToolPorts, input: PostInput, signal: AbortSignal): Promise<PreparedPost> {
  const message = await toolMessage(input.markdown, setting('message.maxBytes'));
  const identity = await findToolRoom(ports, input.roomId, signal);
  const secrets = await findSecrets(ports, message.markdown);
  const facts = [
    ...roomLines(identity),
    await audienceText(ports, identity, signal),
    sizeLine(message),
    ...warningsOf(message),
    ...limitLines(secrets.map((finding) => secretLine(finding))),
  ];
  const text = [l10n.t('The text below the line is sent exactly as shown.'), textRule, visibleText(message.markdown)];
  const isWhole = rowsOf([...facts, ...text].join('\n')) <= maxRows;
  const tooLong = l10n.t('The message is too long for this dialog. Open it as a draft to read and send it.');
  const lines = [...facts, ...(isWhole ? text : [tooLong])];
  const room = { ...identity.room, account: identity.account };
  return { room, original: input.markdown, message, secrets, lines, isWhole };
}

/** At most so many rows: characters beyond the alphabets of Europe and the Near East count as wide. */
function rowsOf(text: string): number {
  const lengths = text.replace(/[^\0-\u10ff]/g, '  ').split('\n');
  return lengths.reduce((sum, { length }) => sum + Math.max(1, Math.ceil(length / rowCharacters)), 0);
}

function sizeLine({ lineCount, byteLength }: ToolMessage): string {
  const size = byteText(byteLength);
  return lineCount === 1 ? l10n.t('1 line · {0}', size) : l10n.t('{0} lines · {1}', lineCount, size);
}

function warningsOf({ hiddenCharacters, mentionsAll, mentionCount }: ToolMessage): readonly string[] {
  return [
    ...(mentionsAll ? [l10n.t('Mentions everyone in the room.')] : []),
    ...(mentionCount > 0 ? [mentionLine(mentionCount)] : []),
    ...(hiddenCharacters.length > 0 ? [hiddenLine(hiddenCharacters.length)] : []),
  ];
}

function mentionLine(count: number): string {
  return count === 1 ? l10n.t('Mentions 1 person.') : l10n.t('Mentions {0} people.', count);
}

function hiddenLine(count: number): string {
  return count === 1
    ? l10n.t('Contains 1 invisible character, shown as text below.')
    : l10n.t('Contains {0} invisible characters, shown as text below.', count);
}

/**
 * Shows the whole text in a modal dialog; a longer one can only become a draft. The first button is the default for Enter,
 * which may be meant for the editor, so it opens a draft. Secrets need a separate confirmation.
 * @returns the confirmed post, or an answer for the model instead
 */
async function askToPost(ports: ToolPorts, post: PreparedPost): Promise<ConfirmedPost | string> {
  const { room, original, message, secrets, lines, isWhole } = post;
  const { markdown } = message;
  const [draft, send] = [l10n.t('Open as Draft'), l10n.t('Send')];
  const name = messageName(false);
  const choice = await showWarningMessage(
    l10n.t('A language model wants to send this message.'),
    { modal: true, detail: lines.join('\n') },
    ...(isWhole ? [draft, send] : [draft]),
  );
  if (choice === draft) {
    await ports.drafts.create(room, { name, text: original });
    return openedDraftAnswer;
  }
  if (choice !== send) return declinedAnswer;
  if (secrets.length === 0) return { room, markdown };
  const risks = secrets.map((finding) => secretLine(finding));
  const secretChoice = await askAboutSecrets({ name, risks, canMask: true, action: 'send' });
  if (secretChoice === undefined) return secretsAnswer(secrets);
  return { room, markdown: secretChoice === 'mask' ? await ports.scanner.mask(markdown) : markdown };
}

async function sendPost(ports: ToolPorts, { room, markdown }: ConfirmedPost, signal: AbortSignal): Promise<string> {
  const name = messageName(false);
  const content = { kind: 'text', markdown } as const;
  const delivery = await ports.outbox.share({ room: targetOf(room), name, content }, { signal });
  // The usual notification, with Undo or an action.
  ports.outcome.show(delivery);
  return postAnswer(delivery.record);
}

const tooManyQuestionsAnswer =
  'The user was asked too often in the last minute. Nothing was sent. Wait a minute, and do not repeat what was declined.';

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
      const secrets = await findSecrets(ports, message.markdown);
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

/** Finds possible secrets in a text; none if the setting is off. */
async function findSecrets({ scanner }: ToolPorts, text: string): Promise<readonly SecretFinding[]> {
  return setting('share.scanForSecrets') ? scanner.find(text) : [];
}
