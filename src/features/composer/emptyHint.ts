import { l10n, Range, type TextEditor, ThemeColor, window, workspace } from 'vscode';
import { type Disposable, DisposableStore } from '../../core/base/disposable.ts';
import { draftScheme } from '../../host/draftScheme.ts';

/** Says in an empty draft how a message is sent, people are mentioned and a picture is shared. */
export function showEmptyHint(): Disposable {
  const owned = new DisposableStore();
  // It does not wrap: so short that half a window has room for it.
  const contentText = l10n.t('Ctrl/⌘+Enter sends · @ mentions · paste images');
  const color = new ThemeColor('descriptionForeground');
  const hint = owned.add(window.createTextEditorDecorationType({ after: { contentText, color } }));
  const update = (editors: readonly TextEditor[]): void => {
    for (const editor of editors) {
      if (editor.document.uri.scheme !== draftScheme) continue;
      const isEmpty = editor.document.getText() === '';
      editor.setDecorations(hint, isEmpty ? [new Range(0, 0, 0, 0)] : []);
    }
  };
  owned.add(window.onDidChangeVisibleTextEditors(update));
  owned.add(
    workspace.onDidChangeTextDocument(({ document }) => {
      if (document.uri.scheme === draftScheme) update(window.visibleTextEditors);
    }),
  );
  update(window.visibleTextEditors);
  return owned;
}
