import {
  CodeAction,
  CodeActionKind,
  type CodeActionProvider,
  type Diagnostic,
  l10n,
  Range,
  type TextDocument,
  WorkspaceEdit,
} from 'vscode';
import type { SecretScanner } from '../../core/secrets/secretScanner.ts';
import { showHiddenCharacters } from '../../core/snippet/hiddenCharacters.ts';
import type { DraftDiagnosticCode } from './draftDiagnostics.ts';

/** Quick fixes for the diagnostics of a draft. */
export function draftQuickFixes(scanner: SecretScanner): CodeActionProvider<CodeAction> {
  return {
    async provideCodeActions(document, _range, { diagnostics }) {
      const own = diagnostics.filter(({ source }) => source === 'Roomside');
      const actions = await Promise.all(own.map((diagnostic) => fixesFor(document, diagnostic, scanner)));
      return mergeByTitle(actions.flat());
    },
  };
}

async function fixesFor(
  document: TextDocument,
  diagnostic: Diagnostic,
  scanner: SecretScanner,
): Promise<readonly CodeAction[]> {
  switch (diagnostic.code as DraftDiagnosticCode) {
    case 'secret': {
      const range = document.validateRange(new Range(0, 0, document.lineCount, 0));
      const text = await scanner.mask(document.getText());
      return [replaceRange(document, l10n.t('Mask All Secrets'), { range, text }, diagnostic)];
    }
    case 'hidden':
      return hiddenFixes(document, diagnostic);
    // A file can contain what a message cannot.
    default:
      return [sendAsFileFix(diagnostic)];
  }
}

function hiddenFixes(document: TextDocument, diagnostic: Diagnostic): CodeAction[] {
  const { range } = diagnostic;
  const shown = showHiddenCharacters(document.getText(range));
  return [
    replaceRange(
      document,
      l10n.t({ message: 'Remove {0}', args: [shown], comment: '{0}: an invisible character' }),
      { range, text: '' },
      diagnostic,
    ),
    replaceRange(document, l10n.t('Replace with {0}', shown), { range, text: shown }, diagnostic),
  ];
}

/** Merges fixes with the same title, such as those for two equal characters of a line. */
function mergeByTitle(actions: readonly CodeAction[]): CodeAction[] {
  const byTitle = new Map<string, CodeAction>();
  for (const action of actions) {
    const first = byTitle.get(action.title);
    if (first === undefined) byTitle.set(action.title, action);
    else merge(first, action);
  }
  return [...byTitle.values()];
}

function merge(first: CodeAction, other: CodeAction): void {
  first.diagnostics = [...(first.diagnostics ?? []), ...(other.diagnostics ?? [])];
  for (const [uri, edits] of other.edit?.entries() ?? []) {
    const known = first.edit?.get(uri) ?? [];
    const added = edits.filter(({ range }) => known.every((edit) => edit.range.intersection(range) === undefined));
    for (const { range, newText } of added) first.edit?.replace(uri, range, newText);
  }
}

function sendAsFileFix(diagnostic: Diagnostic): CodeAction {
  const title = l10n.t('Send as File Instead');
  const action = new CodeAction(title, CodeActionKind.QuickFix);
  return Object.assign(action, { command: { command: 'roomside.sendDraftAsFile', title }, diagnostics: [diagnostic] });
}

function replaceRange(
  { uri }: TextDocument,
  title: string,
  { range, text }: { readonly range: Range; readonly text: string },
  diagnostic: Diagnostic,
): CodeAction {
  const edit = new WorkspaceEdit();
  edit.replace(uri, range, text);
  const action = new CodeAction(title, CodeActionKind.QuickFix);
  return Object.assign(action, { edit, diagnostics: [diagnostic], isPreferred: true });
}
