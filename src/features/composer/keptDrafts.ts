import { l10n, type Tab, TabInputText, window } from 'vscode';
import type { Disposable } from '../../core/base/disposable.ts';
import { displayTitle } from '../../core/base/text/displayText.ts';
import { showNotice } from '../../host/ui/statusBar.ts';
import type { MessageDrafts } from '../../host/vscode/messageDrafts.ts';
import { draftScheme, textTabs } from '../../host/vscode/uris.ts';

/**
 * Says that a draft whose tab was closed is kept.
 * @param closing addresses of the drafts that a command closes; one that is opened again is removed
 */
export function sayDraftsAreKept(drafts: Pick<MessageDrafts, 'find'>, closing: Set<string>): Disposable {
  return window.tabGroups.onDidChangeTabs(({ opened, closed }) => {
    for (const uri of draftsOf(opened)) closing.delete(uri.toString());
    for (const uri of draftsOf(closed)) {
      // Also open in another group, or moved there.
      const isOpen = textTabs(draftScheme).some((tab) => tab.uri.toString() === uri.toString());
      if (isOpen || closing.has(uri.toString())) continue;
      void drafts.find(uri).then((draft) => {
        if (draft === undefined || draft.text.trim() === '') return;
        showNotice(l10n.t('Draft for “{0}” kept. “Open Draft…” opens it again.', displayTitle(draft.room.title)));
      });
    }
  });
}

function draftsOf(tabs: readonly Tab[]) {
  return tabs.flatMap(({ input }) =>
    input instanceof TabInputText && input.uri.scheme === draftScheme ? [input.uri] : [],
  );
}
