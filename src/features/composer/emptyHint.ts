import { l10n, Range, type TextEditor, ThemeColor, window, workspace } from 'vscode';
import { type Disposable, DisposableStore } from '../../core/base/disposable.ts';
import { draftScheme } from '../../host/vscode/uris.ts';

/** Shows a hint in empty drafts: how to send, mention people and share images. */
export function showEmptyHint(): Disposable {
  const owned = new DisposableStore();
  // Short enough for half a window: decorations do not wrap.
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
