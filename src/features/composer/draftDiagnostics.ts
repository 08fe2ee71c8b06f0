import {
  Diagnostic,
  DiagnosticSeverity,
  l10n,
  languages,
  Range,
  type TextDocument,
  type Uri,
  window,
  workspace,
} from 'vscode';
import type { Clock } from '../../core/base/clock.ts';
import { type Disposable, DisposableStore } from '../../core/base/disposable.ts';
import { overflowStart } from '../../core/drafts/draftText.ts';
import type { MarkdownConstruct } from '../../core/markdown/checkMarkdown.ts';
import { findHiddenCharacters } from '../../core/snippet/hiddenCharacters.ts';
import type { Services } from '../../host/services.ts';
import { secretLabel } from '../../host/ui/askAboutSecrets.ts';
import { constructWarning } from '../../host/ui/describeMarkdown.ts';
import { setting } from '../../host/vscode/settings.ts';
import { draftScheme, textTabs } from '../../host/vscode/uris.ts';
import { messageOf, sizeOf } from './draftFacts.ts';

const debounceMs = 300;

/** The code of a diagnostic, which selects its quick fixes. */
export type DraftDiagnosticCode = `markdown.${MarkdownConstruct}` | 'secret' | 'hidden' | 'size';

/** Diagnostics in drafts: Markdown that the room may not render, secrets, hidden characters, and too much text. */
export function registerDraftDiagnostics(ports: Pick<Services, 'scanner' | 'clock'>): Disposable {
  const owned = new DisposableStore();
  const collection = owned.add(languages.createDiagnosticCollection('roomside'));
  owned.add(
    debounceDraftChange(ports.clock, debounceMs, async (document) => {
      const { version } = document;
      const found = await diagnosticsOf(document, ports);
      if (document.version === version && hasTab(document.uri)) collection.set(document.uri, found);
    }),
  );
  // VS Code keeps the document of a closed tab for a while, also of a draft that was sent.
  owned.add(
    window.tabGroups.onDidChangeTabs(() => {
      for (const [uri] of collection) if (!hasTab(uri)) collection.delete(uri);
    }),
  );
  return owned;
}

function hasTab(draft: Uri): boolean {
  return textTabs(draftScheme).some(({ uri }) => uri.toString() === draft.toString());
}

/**
 * Runs after a draft was opened or changed and then stayed unchanged for `delayMs`. Closing a draft cancels the run.
 */
function debounceDraftChange(clock: Clock, delayMs: number, run: (draft: TextDocument) => Promise<void>): Disposable {
  const owned = new DisposableStore();
  const timers = new Map<TextDocument, Disposable>();
  const cancel = (document: TextDocument): void => {
    timers.get(document)?.dispose();
    timers.delete(document);
  };
  const schedule = (document: TextDocument): void => {
    if (document.uri.scheme !== draftScheme) return;
    cancel(document);
    timers.set(
      document,
      clock.startTimer(delayMs, () => {
        timers.delete(document);
        void run(document);
      }),
    );
  };
  owned.add(workspace.onDidOpenTextDocument(schedule));
  owned.add(workspace.onDidChangeTextDocument(({ document }) => schedule(document)));
  owned.add(workspace.onDidCloseTextDocument(cancel));
  // The document of a draft that is opened again may still be there.
  owned.add(
    window.tabGroups.onDidChangeTabs(({ opened }) => opened.length > 0 && workspace.textDocuments.forEach(schedule)),
  );
  for (const document of workspace.textDocuments) schedule(document);
  owned.add({
    dispose() {
      for (const timer of timers.values()) timer.dispose();
    },
  });
  return owned;
}

async function diagnosticsOf(document: TextDocument, { scanner }: Pick<Services, 'scanner'>): Promise<Diagnostic[]> {
  const text = document.getText();
  const { checkMarkdown } = await import('../../core/markdown/checkMarkdown.ts');
  const unsupported = (await checkMarkdown(text)).map((finding) =>
    createDiagnostic(
      `markdown.${finding.construct}`,
      document.lineAt(finding.line - 1).range,
      constructWarning(finding.construct),
    ),
  );
  const found = setting('share.scanForSecrets') ? await scanner.find(text) : [];
  const secrets = found.map((finding) =>
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
  const start = overflowStart(text, setting('message.maxBytes'));
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
