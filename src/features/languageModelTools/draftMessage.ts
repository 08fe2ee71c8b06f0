import { l10n } from 'vscode';

import { draftAnswer } from '../../core/share/tools/messageAnswers.ts';
import { toolMessage } from '../../core/share/tools/toolMessage.ts';
import { settings } from '../../host/settings.ts';
import type { ToolPorts } from './ports.ts';
import type { Tool } from './registerTool.ts';
import { secretsIn } from './secretsIn.ts';

/** Sends nothing, and needs nobody signed in: the model sees the exact text and what speaks against it. */
export function draftMessageTool(ports: ToolPorts): Tool<'roomside_draft_message'> {
  return {
    prepare: () => ({ invocationMessage: l10n.t('Drafting a message') }),
    async run({ input }) {
      const message = await toolMessage(input.markdown);
      const secrets = await secretsIn(ports, message.markdown);
      const shown = secrets.length === 0 ? message.markdown : await ports.scanner.mask(message.markdown);
      return draftAnswer(message, { shown, secrets, maxBytes: settings.maxMessageBytes.value });
    },
  };
}
