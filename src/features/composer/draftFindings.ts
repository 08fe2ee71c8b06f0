import { Diagnostic, DiagnosticSeverity, languages, workspace } from 'vscode';
import type { Clock } from '../../core/base/clock.ts';
import { type Disposable, DisposableStore } from '../../core/base/disposable.ts';
import { checkMarkdown } from '../../core/markdown/checkMarkdown.ts';
import { onDraftRest } from './draftRest.ts';
import { findingWords } from './findingWords.ts';

const restMs = 300;

/** Marks in a draft what the room may not show as it is written. */
export function markFindings(clock: Clock): Disposable {
  const owned = new DisposableStore();
  const marks = owned.add(languages.createDiagnosticCollection('roomside'));
  owned.add(
    onDraftRest(clock, restMs, async (document) => {
      const { version } = document;
      const found = (await checkMarkdown(document.getText())).map((finding) => {
        const { range } = document.lineAt(finding.line - 1);
        return new Diagnostic(range, findingWords(finding), DiagnosticSeverity.Warning);
      });
      if (document.version === version && !document.isClosed) marks.set(document.uri, found);
    }),
  );
  owned.add(workspace.onDidCloseTextDocument(({ uri }) => marks.delete(uri)));
  return owned;
}
