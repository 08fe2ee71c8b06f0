import { l10n } from 'vscode';
import { sizeOf } from '../../host/ui/messageSize.ts';
import { byteText } from '../../host/vscode/formats.ts';
import { filesOf, markdownOf, type Proposal } from './shareable.ts';

/** Size and shape, for example "12 lines · 431 bytes". */
export function factsOf(proposal: Proposal): string {
  const markdown = markdownOf(proposal);
  const files = filesOf(proposal);
  const filesSize = byteText(files.reduce((sum, { byteLength }) => sum + byteLength, 0));
  if (markdown !== undefined) {
    const images = files.length === 0 ? [] : [l10n.t('{0} ({1})', imageCount(files.length), filesSize)];
    const { lineCount = 0 } = proposal;
    const { isTooLong, withLimit, text } = sizeOf(markdown);
    const lines = lineCount === 1 ? l10n.t('1 line') : l10n.t('{0} lines', lineCount);
    return [lines, isTooLong ? withLimit : text, ...images].join(' · ');
  }
  if (files.length === 0) return l10n.t('downloaded by the service');
  return files.length === 1 ? filesSize : l10n.t('{0} files · {1}', files.length, filesSize);
}

export function imageCount(count: number): string {
  return count === 1 ? l10n.t('1 image') : l10n.t('{0} images', count);
}
