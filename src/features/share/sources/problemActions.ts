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
 * Offers a problem to be shared where its fixes are offered: in the editor, on hover and in the Problems view. Only when
 * the user asks for fixes, so that no light bulb shows for it alone.
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

/** Files, untitled texts and cells of notebooks. */
export const problemDocuments = ['file', 'untitled', 'vscode-vfs', 'vscode-notebook-cell'].map((scheme) => ({
  scheme,
}));

/** Puts "Share Problem to Room…" among the fixes of problems in these documents. */
export function registerProblemActions(): Disposable {
  return languages.registerCodeActionsProvider(problemDocuments, problemActions, { providedCodeActionKinds: [kind] });
}
