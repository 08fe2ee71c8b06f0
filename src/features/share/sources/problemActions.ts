import {
  type CodeAction,
  CodeActionKind,
  type CodeActionProvider,
  CodeActionTriggerKind,
  type Disposable,
  l10n,
  languages,
  window,
} from 'vscode';
import { DisposableStore } from '../../../core/base/disposable.ts';
import { setContext } from '../../../host/vscode/contextKeys.ts';

/** A longer title would make the menu as wide. */
const maxMessageCharacters = 60;

// When it is used: an editor may lack the class.
const kind = () => CodeActionKind.QuickFix.append('shareToRoom');

/**
 * Adds sharing to the quick fixes of a problem: in the editor, on hover and in the Problems view. Only for explicit
 * requests, so that no light bulb appears for it alone.
 */
const problemActions: CodeActionProvider = {
  async provideCodeActions(document, _range, { diagnostics, triggerKind }): Promise<CodeAction[]> {
    if (triggerKind !== CodeActionTriggerKind.Invoke) return [];
    // Its patterns take a third of the time of a start.
    const { displayTitle } = await import('../../../core/base/text/displayText.ts');
    return diagnostics.map((diagnostic) => ({
      title:
        diagnostics.length === 1
          ? l10n.t('Share Problem to Room…')
          : l10n.t('Share Problem to Room: {0}', displayTitle(diagnostic.message, maxMessageCharacters)),
      kind: kind(),
      command: {
        command: 'roomside.shareProblem',
        title: l10n.t('Share Problem to Room…'),
        arguments: [document.uri, diagnostic],
      },
    }));
  },
};

const problemDocuments = ['file', 'untitled', 'vscode-vfs', 'vscode-notebook-cell'].map((scheme) => ({
  scheme,
}));

/** Adds "Share Problem to Room…" to the quick fixes of these documents. */
export function registerProblemActions(): Disposable {
  return languages.registerCodeActionsProvider(problemDocuments, problemActions, { providedCodeActionKinds: [kind()] });
}

/** Sets the context key for "Share Problem to Room…" while the active editor has problems. VS Code has no such key. */
export function showProblemContext(): Disposable {
  const owned = new DisposableStore();
  const active = () => window.activeTextEditor?.document.uri;
  const update = (): void => {
    const uri = active();
    void setContext('roomside:editorHasProblems', uri !== undefined && languages.getDiagnostics(uri).length > 0);
  };
  owned.add(window.onDidChangeActiveTextEditor(update));
  owned.add(
    languages.onDidChangeDiagnostics(({ uris }) => {
      if (uris.some((uri) => uri.toString() === active()?.toString())) update();
    }),
  );
  update();
  return owned;
}
