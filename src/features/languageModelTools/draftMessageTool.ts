import { l10n } from 'vscode';

import { draftAnswer } from '../../core/chatTools/postAnswers.ts';
import { toolMessage } from '../../core/chatTools/toolMessage.ts';
import { settings } from '../../host/vscode/settings.ts';
import { findSecrets } from './findSecrets.ts';
import type { Tool } from './languageModelTool.ts';
import type { ToolPorts } from './toolPorts.ts';
import { findToolRoom } from './toolRoom.ts';

/**
 * Sends nothing. The model gets the exact text and its warnings. With a room, the original text also opens in an
 * editor, not rendered and without taking the focus. Without a room, no sign-in is needed.
 */
export function draftMessageTool(ports: ToolPorts): Tool<'roomside_draft_message'> {
  return {
    prepare: () => ({ invocationMessage: l10n.t('Drafting a message') }),
    async run({ input: { markdown, roomId }, signal }) {
      const message = await toolMessage(markdown);
      const secrets = await findSecrets(ports, message.markdown);
      const shown = secrets.length === 0 ? message.markdown : await ports.scanner.mask(message.markdown);
      const isOpen = roomId !== '';
      if (isOpen) {
        const { room } = await findToolRoom(ports, roomId, signal);
        await ports.drafts.create(room, { name: l10n.t('Message'), text: markdown }, { isBeside: true });
      }
      return draftAnswer(message, { shown, secrets, maxBytes: settings.maxMessageBytes.value, isOpen });
    },
  };
}
