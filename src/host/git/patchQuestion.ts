import { l10n } from 'vscode';
import { displayTitle } from '../../core/base/text/displayTitle.ts';
import type { PatchedFile } from '../../core/git/patchReport.ts';
import { countPatch, type ReviewedFile, reviewOrder } from '../../core/git/patchReview.ts';
import type { CheckedPatch } from './patch.ts';

/** The number of files that a dialog can list. A longer patch is reviewed in an editor first. */
export const maxNamedFiles = 12;
const maxShownCharacters = 200;

/** The details of the dialog: the numbers of changes, and the files, with those that tools execute first. */
export function patchDetail({ files, executable, isMerge }: CheckedPatch): string {
  const reviewed = reviewOrder(files, executable);
  const left = reviewed.length - maxNamedFiles;
  const more = left === 1 ? l10n.t('… and 1 more file') : l10n.t('… and {0} more files', left);
  const executedCount = reviewed.filter(({ isExecuted }) => isExecuted).length;
  const paragraphs = [
    countLine(files),
    isMerge ? l10n.t('These lines have changed. Git merges the patch, stages the result, and marks conflicts.') : '',
    executedCount > 0 ? l10n.t('⚠ Marked files can run code or change tools: {0}', executedCount) : '',
    [...reviewed.slice(0, maxNamedFiles).map(fileLine), ...(left > 0 ? [more] : [])].join('\n'),
  ];
  return paragraphs.filter((paragraph) => paragraph !== '').join('\n\n');
}

function countLine(files: readonly PatchedFile[]): string {
  const { added, removed, changes } = countPatch(files);
  const labels = {
    changed: (count: number) => l10n.t('changed: {0}', count),
    new: (count: number) => l10n.t('new: {0}', count),
    deleted: (count: number) => l10n.t('deleted: {0}', count),
    renamed: (count: number) => l10n.t('renamed: {0}', count),
    copied: (count: number) => l10n.t('copied: {0}', count),
    executable: (count: number) => l10n.t('made executable: {0}', count),
  };
  const counts = [...changes].map(([change, count]) => labels[change](count));
  return [fileCount(files.length), ...counts, `+${added} −${removed}`].join(' · ');
}

/** "1 file", "3 files". */
export function fileCount(count: number): string {
  return count === 1 ? l10n.t('1 file') : l10n.t('{0} files', count);
}

function fileLine({ path, move, added, removed, change, becomesExecutable, isExecuted }: ReviewedFile): string {
  const changeLabels = {
    changed: '',
    new: l10n.t('new'),
    deleted: l10n.t('deleted'),
    renamed: l10n.t('renamed'),
    copied: l10n.t('copied'),
  };
  const counts = added === undefined ? l10n.t('binary') : `+${added} −${removed}`;
  const mode = becomesExecutable ? l10n.t('made executable') : '';
  const facts = [changeLabels[change], mode, counts].filter((fact) => fact !== '').join(', ');
  return `${isExecuted ? '⚠ ' : ''}${shownName(move ?? path)}  ${facts}`;
}

/** Shortens a path in the middle, because its end names the file. */
function shownName(name: string): string {
  const isLong = name.length > maxShownCharacters;
  const half = maxShownCharacters / 2;
  return displayTitle(isLong ? `${name.slice(0, half)}…${name.slice(-half)}` : name, maxShownCharacters + 1);
}
