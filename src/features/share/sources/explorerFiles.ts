import { l10n, Uri } from 'vscode';
import { savedFile } from '../fileSource.ts';
import type { ShareSource } from './shareSource.ts';

/** "Share File…" of the Explorer: the selected files, one message each. */
export const explorerFilesSource: ShareSource = async (clicked, selected) => {
  const uris = Array.isArray(selected) && selected.length > 0 ? selected : [clicked];
  const files = await Promise.all(uris.filter((uri) => uri instanceof Uri).map(savedFile));
  return files.length === 0 ? undefined : { kind: 'files', title: l10n.t('Share File'), files };
};
