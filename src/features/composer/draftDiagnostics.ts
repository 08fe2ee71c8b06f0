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
import { type Disposable, DisposableStore, MutableDisposable } from '../../core/base/disposable.ts';
import { overflowStart } from '../../core/drafts/draftText.ts';
import { findHiddenCharacters } from '../../core/snippet/hiddenCharacters.ts';
import type { Services } from '../../host/services.ts';
import { secretLabel } from '../../host/ui/askAboutSecrets.ts';
import { constructWarning } from '../../host/ui/describeMarkdown.ts';
import { sizeOf } from '../../host/ui/messageSize.ts';
import { onDidChangeDraft } from '../../host/vscode/messageDrafts.ts';
import { setting } from '../../host/vscode/settings.ts';
import { draftScheme, textTabs } from '../../host/vscode/uris.ts';
import { messageOf } from './draftFacts.ts';

const debounceMs = 300;

/** The code of a diagnostic, which selects its quick fixes. */
type DraftDiagnosticCode = 'markdown' | 'secret' | 'hidden' | 'size';

/** Diagnostics in drafts: Markdown that the room may not render, secrets, hidden characters, and too much text. */
export function registerDraftDiagnostics(ports: Pick<Services, 'scanner' | 'clock'>): Disposable {
  const owned = new DisposableStore();
  const collection = owned.add(languages.createDiagnosticCollection('roomside'));
  const timer = owned.add(new MutableDisposable());
  const checked = new WeakMap<TextDocument, number>();
  const check = async (document: TextDocument): Promise<void> => {
    const { uri, version } = document;
    if (!hasTab(uri) || (collection.has(uri) && checked.get(document) === version)) return;
    checked.set(document, version);
    const found = await diagnosticsOf(document, ports);
    if (document.version === version && hasTab(uri)) collection.set(uri, found);
  };
  /** After the drafts have stayed unchanged for a while. */
  const checkSoon = (): void => {
    timer.value = ports.clock.startTimer(debounceMs, () => {
      const drafts = workspace.textDocuments.filter(({ uri }) => uri.scheme === draftScheme);
      for (const document of drafts) void check(document);
    });
  };
  owned.add(workspace.onDidOpenTextDocument(checkSoon));
  owned.add(onDidChangeDraft(checkSoon));
  owned.add(
    window.tabGroups.onDidChangeTabs(() => {
      // VS Code keeps the document of a closed tab for a while, also of a draft that was sent.
      for (const [uri] of collection) if (!hasTab(uri)) collection.delete(uri);
      checkSoon();
    }),
  );
  checkSoon();
  return owned;
}

function hasTab(draft: Uri): boolean {
  return textTabs(draftScheme).some(({ uri }) => uri.toString() === draft.toString());
}

async function diagnosticsOf(document: TextDocument, { scanner }: Pick<Services, 'scanner'>): Promise<Diagnostic[]> {
  const text = document.getText();
  const { checkMarkdown } = await import('../../core/markdown/checkMarkdown.ts');
  const unsupported = (await checkMarkdown(text)).map(({ construct, line, start, end }) =>
    createDiagnostic('markdown', new Range(line - 1, start, line - 1, end), constructWarning(construct)),
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
  const problem = l10n.t('Too long for a message: {0}', sizeOf(messageOf(document)).withLimit);
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
