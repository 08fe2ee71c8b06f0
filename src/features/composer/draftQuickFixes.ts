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

/** Quick fixes for the diagnostics of a draft, each for all of them with the same problem. */
export function draftQuickFixes(scanner: SecretScanner): CodeActionProvider<CodeAction> {
  return {
    async provideCodeActions(document, _range, { diagnostics }) {
      const own = diagnostics.filter(({ source }) => source === 'Roomside');
      const problems = Map.groupBy(own, (each) => problemOf(document, each));
      const actions = await Promise.all(Array.from(problems.values(), (same) => fixesFor(document, same, scanner)));
      return actions.flat();
    },
  };
}

/** A hidden character, a secret, or what a message cannot show and a file can. */
function problemOf(document: TextDocument, { code, range }: Diagnostic): string {
  if (code === 'hidden') return `hidden ${document.getText(range)}`;
  return code === 'secret' ? code : 'file';
}

async function fixesFor(
  document: TextDocument,
  same: readonly Diagnostic[],
  scanner: SecretScanner,
): Promise<readonly CodeAction[]> {
  const fix = (title: string, change: Pick<CodeAction, 'edit' | 'command'>): CodeAction =>
    Object.assign(new CodeAction(title, CodeActionKind.QuickFix), { ...change, diagnostics: [...same] });
  const replace = (title: string, ranges: readonly Range[], text: string): CodeAction => {
    const edit = new WorkspaceEdit();
    for (const range of ranges) edit.replace(document.uri, range, text);
    return Object.assign(fix(title, { edit }), { isPreferred: true });
  };
  const [first] = same;
  if (first?.code === 'secret') {
    const whole = document.validateRange(new Range(0, 0, document.lineCount, 0));
    return [replace(l10n.t('Mask All Secrets'), [whole], await scanner.mask(document.getText()))];
  }
  if (first?.code === 'hidden') {
    const shown = showHiddenCharacters(document.getText(first.range));
    const ranges = same.map(({ range }) => range);
    const remove = l10n.t({ message: 'Remove {0}', args: [shown], comment: '{0}: an invisible character' });
    return [replace(remove, ranges, ''), replace(l10n.t('Replace with {0}', shown), ranges, shown)];
  }
  const title = l10n.t('Send as File Instead');
  return [fix(title, { command: { command: 'roomside.sendDraftAsFile', title } })];
}
