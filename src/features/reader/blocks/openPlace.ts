import { sep } from 'node:path';
import { l10n, Range, type Uri, window, workspace } from 'vscode';
import { displayTitle } from '../../../core/base/text/displayText.ts';
import { type MessagePlace, placePaths } from '../../../core/lines/messagePlaces.ts';
import { showNotice } from '../../../host/ui/statusBar.ts';
import { candidates, chooseFile, type GoToFilePorts } from './sharedFiles.ts';

/**
 * Opens the lines that a message names: those of an address of a git host in the clone of its repository, where they are now;
 * else the file of the workspace in whose path that of the place ends.
 */
export async function openPlace(place: MessagePlace, { openLink }: Pick<GoToFilePorts, 'openLink'>): Promise<void> {
  if (place.link !== undefined) return openLink(place.link, { page: place.text });
  const found = await filesOf(place);
  if (found.length === 0) return showNotice(l10n.t("{0} isn't in this workspace.", displayTitle(place.path)));
  const file = await chooseFile(found);
  if (file === undefined) return;
  const document = await workspace.openTextDocument(file);
  const { startLine, endLine } = place.range;
  const end = endLine > startLine ? Number.MAX_SAFE_INTEGER : 0;
  const selection = document.validateRange(new Range(startLine - 1, 0, endLine - 1, end));
  await window.showTextDocument(document, { selection, preview: false });
}

async function filesOf(place: MessagePlace): Promise<readonly Uri[]> {
  for (const parts of placePaths(place, sep)) {
    const found = await candidates(parts);
    if (found.length > 0) return found;
  }
  return [];
}
