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

/** Puts "Share Problem to Room…" among the fixes of problems in files and untitled texts. */
export function registerProblemActions(): Disposable {
  const documents = [{ scheme: 'file' }, { scheme: 'untitled' }, { scheme: 'vscode-vfs' }];
  return languages.registerCodeActionsProvider(documents, problemActions, { providedCodeActionKinds: [kind] });
}
