import { Diagnostic, DiagnosticSeverity, l10n, languages, Range, type TextDocument, workspace } from 'vscode';
import { type Disposable, DisposableStore } from '../../core/base/disposable.ts';
import { overflowStart } from '../../core/drafts/messageOverflow.ts';
import type { MarkdownConstruct } from '../../core/markdown/checkMarkdown.ts';
import { findHiddenCharacters } from '../../core/snippet/hiddenCharacters.ts';
import { secretLabel } from '../../host/ui/askAboutSecrets.ts';
import { settings } from '../../host/vscode/settings.ts';
import type { ComposerPorts } from './composerPorts.ts';
import { debounceDraftChange } from './debounceDraftChange.ts';
import { messageOf, sizeOf } from './draftText.ts';
import { markdownFindingMessage } from './markdownMessages.ts';

const debounceMs = 300;

/** The code of a diagnostic, which selects its quick fixes. */
export type DraftDiagnosticCode = `markdown.${MarkdownConstruct}` | 'secret' | 'hidden' | 'size';

/** Diagnostics in drafts: Markdown that the room may not render, secrets, hidden characters, and too much text. */
export function registerDraftDiagnostics(ports: ComposerPorts): Disposable {
  const owned = new DisposableStore();
  const collection = owned.add(languages.createDiagnosticCollection('roomside'));
  owned.add(
    debounceDraftChange(ports.clock, debounceMs, async (document) => {
      const { version } = document;
      const found = await diagnosticsOf(document, ports);
      if (document.version === version && !document.isClosed) collection.set(document.uri, found);
    }),
  );
  owned.add(workspace.onDidCloseTextDocument(({ uri }) => collection.delete(uri)));
  return owned;
}

async function diagnosticsOf(document: TextDocument, { scanner }: ComposerPorts): Promise<Diagnostic[]> {
  const text = document.getText();
  const { checkMarkdown } = await import('../../core/markdown/checkMarkdown.ts');
  const unsupported = (await checkMarkdown(text)).map((finding) =>
    createDiagnostic(
      `markdown.${finding.construct}`,
      document.lineAt(finding.line - 1).range,
      markdownFindingMessage(finding),
    ),
  );
  const { texts } = await scanner.check({ texts: settings.scanForSecrets.value ? [text] : [] });
  const secrets = texts
    .flat()
    .map((finding) =>
      createDiagnostic(
        'secret',
        new Range(document.positionAt(finding.start), document.positionAt(finding.end)),
        l10n.t('Possible secret: {0}', secretLabel(finding)),
      ),
    );
  const hidden = findHiddenCharacters(text).map(({ line, column, codePoint, name }) => {
    const start = document.positionAt(document.offsetAt(document.lineAt(line - 1).range.start) + column - 1);
    const range = new Range(start, start.translate(0, codePoint > 0xffff ? 2 : 1));
    return createDiagnostic('hidden', range, l10n.t('Invisible character: {0}', name));
  });
  return [...tooLong(document), ...unsupported, ...secrets, ...hidden];
}

function tooLong(document: TextDocument): Diagnostic[] {
  const text = document.getText();
  const start = overflowStart(text, settings.maxMessageBytes.value);
  if (start === undefined) return [];
  const problem = l10n.t('Too long for a message: {0}', sizeOf(messageOf(document)).text);
  const overflow = new Range(document.positionAt(start), document.positionAt(text.length));
  return [createDiagnostic('size', overflow, problem, DiagnosticSeverity.Error)];
}

function createDiagnostic(
  code: DraftDiagnosticCode,
  range: Range,
  text: string,
  severity = DiagnosticSeverity.Warning,
): Diagnostic {
  return Object.assign(new Diagnostic(range, text, severity), { code, source: 'Roomside' });
}
