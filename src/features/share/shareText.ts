import { l10n } from 'vscode';
import { shareableMarkdown } from './propose.ts';
import { share } from './share.ts';
import type { SharePorts } from './step.ts';

/** A text that another feature has made. */
export interface MadeText {
  readonly name: string;
  readonly markdown: string;
  readonly lineCount: number;
}

/** Shares a text that another feature has made, after the confirmation. @param node the room, and the message to reply to */
export async function shareText(ports: SharePorts, text: MadeText, node: unknown): Promise<boolean> {
  const results = await share(ports, { title: l10n.t('Suggest Change'), ...shareableMarkdown(text) }, node);
  return results?.every(({ record }) => record !== undefined && record.state !== 'failed') ?? false;
}
