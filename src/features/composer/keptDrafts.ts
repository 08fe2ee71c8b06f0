import { l10n, window, workspace } from 'vscode';
import type { Disposable } from '../../core/base/disposable.ts';
import { displayTitle } from '../../core/base/text/displayText.ts';
import { showNotice } from '../../host/ui/statusBar.ts';
import type { MessageDrafts } from '../../host/vscode/messageDrafts.ts';
import { draftScheme, textTabs, urisOfTab } from '../../host/vscode/uris.ts';

/** Says that a draft whose tab was closed is kept. */
export function sayDraftsAreKept(drafts: Pick<MessageDrafts, 'find'>): Disposable {
  return window.tabGroups.onDidChangeTabs(async ({ closed }) => {
    for (const uri of closed.flatMap(urisOfTab).filter(({ scheme }) => scheme === draftScheme)) {
      // Also open in another group, moved there, or under the name of another room.
      if (textTabs(draftScheme).some((tab) => tab.uri.query === uri.query)) continue;
      // VS Code saves what was just typed later.
      const unsaved = workspace.textDocuments.find((document) => document.uri.toString() === uri.toString())?.getText();
      const draft = await drafts.find(uri);
      if (draft === undefined || (unsaved ?? draft.text).trim() === '') continue;
      showNotice(l10n.t('Draft for “{0}” kept. “Open Draft…” opens it again.', displayTitle(draft.room.title)));
    }
  });
}
