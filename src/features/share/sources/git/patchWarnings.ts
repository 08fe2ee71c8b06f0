import { l10n } from 'vscode';

/** Warnings about what a patch leaves out. */
export function patchWarnings(patch: string): readonly string[] {
  const binary = l10n.t('The patch lists binary files without their content.');
  const bytes = l10n.t('The patch contains text that is not UTF-8 and may not apply.');
  return [
    ...(/^Binary files .* differ\r?$/m.test(patch) ? [binary] : []),
    ...(patch.includes('\ufffd') ? [bytes] : []),
  ];
}
