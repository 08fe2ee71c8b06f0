import {
  type CodeAction,
  CodeActionKind,
  type CodeActionProvider,
  CodeActionTriggerKind,
  type Disposable,
  l10n,
  languages,
} from 'vscode';

const kind = CodeActionKind.QuickFix.append('shareToRoom');

/**
 * Adds sharing to the quick fixes of a problem: in the editor, on hover and in the Problems view. Only for explicit
 * requests, so that no light bulb appears for it alone.
 */
const problemActions: CodeActionProvider = {
  provideCodeActions(document, _range, { diagnostics, triggerKind }): CodeAction[] {
    if (triggerKind !== CodeActionTriggerKind.Invoke) return [];
    return diagnostics.map((diagnostic) => ({
      title: l10n.t('Share Problem to Room…'),
      kind,
      command: {
        command: 'roomside.shareProblem',
        title: l10n.t('Share Problem to Room…'),
        arguments: [document.uri, diagnostic],
      },
    }));
  },
};

/** Documents whose problems can be shared. */
export const problemDocuments = ['file', 'untitled', 'vscode-vfs', 'vscode-notebook-cell'].map((scheme) => ({
  scheme,
}));

/** Adds "Share Problem to Room…" to the quick fixes of these documents. */
export function registerProblemActions(): Disposable {
  return languages.registerCodeActionsProvider(problemDocuments, problemActions, { providedCodeActionKinds: [kind] });
}
