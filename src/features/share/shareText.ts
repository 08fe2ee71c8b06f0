import { l10n } from 'vscode';
import { toServiceMarkdown } from '../../core/markdown/toServiceMarkdown.ts';
import { shareableText } from './propose.ts';
import { share } from './share.ts';
import type { SharePorts } from './step.ts';

/** A text that another feature has made. */
export interface MadeText {
  readonly name: string;
  readonly markdown: string;
  readonly lineCount: number;
}

/** Shares a text that another feature has made, after the confirmation. @param node the room, and the message to reply to */
export async function shareText(
  ports: SharePorts,
  { name, markdown, lineCount }: MadeText,
  node: unknown,
): Promise<boolean> {
  const render = async (comment: string | undefined) => ({
    markdown: comment === undefined ? markdown : `${toServiceMarkdown(comment)}\n\n${markdown}`,
    ...{ lineCount, warnings: [] },
  });
  const results = await share(ports, { title: l10n.t('Suggest Change'), ...shareableText({ name, render }) }, node);
  return results?.every(({ record }) => record !== undefined && record.state !== 'failed') ?? false;
}
