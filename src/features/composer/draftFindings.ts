import { Diagnostic, DiagnosticSeverity, l10n, languages, Range, type TextDocument, workspace } from 'vscode';
import { type Disposable, DisposableStore } from '../../core/base/disposable.ts';
import type { MarkdownConstruct } from '../../core/markdown/checkMarkdown.ts';
import { surplusStart } from '../../core/share/compose/surplus.ts';
import { findHiddenCharacters } from '../../core/share/hiddenCharacters.ts';
import { secretLine } from '../../host/secretLines.ts';
import { settings } from '../../host/settings.ts';
import { messageOf, sizeOf } from './draftFacts.ts';
import { onDraftRest } from './draftRest.ts';
import { findingWords } from './findingWords.ts';
import type { ComposerPorts } from './ports.ts';

const restMs = 300;

/** What a mark in a draft is about; the quick fixes go by it. */
export type FindingCode = `markdown.${MarkdownConstruct}` | 'secret' | 'hidden' | 'size';

/** Marks in a draft what the room may not show as it is written, and what should not leave unseen. */
export function markFindings(ports: ComposerPorts): Disposable {
  const owned = new DisposableStore();
  const marks = owned.add(languages.createDiagnosticCollection('roomside'));
  owned.add(
    onDraftRest(ports.clock, restMs, async (document) => {
      const { version } = document;
      const found = await findingsOf(document, ports);
      if (document.version === version && !document.isClosed) marks.set(document.uri, found);
    }),
  );
  owned.add(workspace.onDidCloseTextDocument(({ uri }) => marks.delete(uri)));
  return owned;
}

async function findingsOf(document: TextDocument, { scanner }: ComposerPorts): Promise<Diagnostic[]> {
  const text = document.getText();
  const { checkMarkdown } = await import('../../core/markdown/checkMarkdown.ts');
  const foreign = (await checkMarkdown(text)).map((finding) =>
    mark(`markdown.${finding.construct}`, document.lineAt(finding.line - 1).range, findingWords(finding)),
  );
  const { texts } = await scanner.check({ texts: settings.scanForSecrets.value ? [text] : [] });
  const secrets = texts
    .flat()
    .map((finding) =>
      mark(
        'secret',
        new Range(document.positionAt(finding.start), document.positionAt(finding.end)),
        secretLine(finding),
      ),
    );
  const hidden = findHiddenCharacters(text).map(({ line, column, codePoint, name }) => {
    const start = document.positionAt(document.offsetAt(document.lineAt(line - 1).range.start) + column - 1);
    const range = new Range(start, start.translate(0, codePoint > 0xffff ? 2 : 1));
    return mark('hidden', range, l10n.t('A character that nobody sees: {0}', name));
  });
  return [...tooLong(document), ...foreign, ...secrets, ...hidden];
}

function tooLong(document: TextDocument): Diagnostic[] {
  const text = document.getText();
  const start = surplusStart(text, settings.maxMessageBytes.value);
  if (start === undefined) return [];
  const problem = l10n.t('Too long for a message: {0}', sizeOf(messageOf(document)).words);
  const surplus = new Range(document.positionAt(start), document.positionAt(text.length));
  return [mark('size', surplus, problem, DiagnosticSeverity.Error)];
}

function mark(code: FindingCode, range: Range, words: string, severity = DiagnosticSeverity.Warning): Diagnostic {
  return Object.assign(new Diagnostic(range, words, severity), { code, source: 'Roomside' });
}
