import { l10n, MarkdownString } from 'vscode';
import { throwIfAborted } from '../../core/base/errors.ts';
import { limitPerMinute } from '../../core/base/scheduling/limitPerMinute.ts';
import { displayTitle, escapeMarkdown } from '../../core/base/text/displayText.ts';
import type { SecretFinding } from '../../core/secrets/secretFinding.ts';
import { messageName } from '../../host/ui/describeShare.ts';
import { setting } from '../../host/vscode/settings.ts';
import type { Tool, ToolPorts } from './languageModelTool.ts';
import { ToolError } from './model/toolFailure.ts';
import { declinedAnswer, draftAnswer, postAnswer, type ToolMessage, toolMessage } from './model/toolMessage.ts';
import { findToolRoom, roomLines } from './roomTools.ts';

/** Posts only after the confirmation of every share, and identifies the room only by its id. */
export function postMessageTool(ports: ToolPorts): Tool<'roomside_post_message'> {
  return {
    // No confirmation of VS Code: a setting can skip it, so Roomside asks on each call.
    prepare({ input: { roomId } }) {
      const title = ports.directory.find(roomId)?.title;
      if (title === undefined) return { invocationMessage: l10n.t('Sending a message') };
      const name = escapeMarkdown(displayTitle(title));
      return { invocationMessage: new MarkdownString(l10n.t('Sending to “{0}”', name)) };
    },
    async run({ input: { roomId, markdown }, signal }) {
      const message = await toolMessage(markdown, setting('message.maxBytes'));
      const identity = await findToolRoom(ports, roomId, signal);
      const warnings = [...(identity.sameTitleCount > 0 ? roomLines(identity) : []), ...warningsOf(message)];
      const title = l10n.t('Message from a Language Model');
      const content = { markdown: message.markdown, warnings };
      const results = await ports.requestShare({ title, content, roomId }, signal);
      if (results !== undefined) return postAnswer(results[0]?.record);
      throwIfAborted(signal);
      return declinedAnswer;
    },
  };
}

function warningsOf({ hiddenCharacters, mentionsAll }: ToolMessage): readonly string[] {
  return [
    ...(mentionsAll ? [l10n.t('Mentions everyone in the room.')] : []),
    ...(hiddenCharacters.length > 0 ? [hiddenLine(hiddenCharacters.length)] : []),
  ];
}

function hiddenLine(count: number): string {
  return count === 1 ? l10n.t('Contains 1 invisible character.') : l10n.t('Contains {0} invisible characters.', count);
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
