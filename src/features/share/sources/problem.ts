import { basename } from 'node:path';
import {
  type Diagnostic,
  DiagnosticSeverity,
  l10n,
  languages,
  Range,
  type TextDocument,
  type TextEditor,
  Uri,
  window,
  workspace,
} from 'vscode';
import { displayTitle } from '../../../core/base/text/displayText.ts';
import { renderBlockMessage } from '../../../core/snippet/snippetMessage.ts';
import { pickRow } from '../../../host/ui/steps/pickRow.ts';
import { textAsFile } from '../fileSource.ts';
import { shareableText } from '../propose.ts';
import type { Shareable } from '../shareable.ts';
import { linesOf, renderLines } from './documentSnippet.ts';
import {
  hiddenWarning,
  type RepositoryPorts,
  type ShareSource,
  type SourcePorts,
  showNothingToShare,
} from './shareSource.ts';

/** "Share Problem to Room…": an error or warning with its lines of code, as they are when the command runs. */
export const problemSource: ShareSource = async ([uri, chosen], ports) =>
  uri instanceof Uri && isDiagnostic(chosen)
    ? shareableProblem(await workspace.openTextDocument(uri), chosen, ports)
    : chosenProblem(window.activeTextEditor, ports);

function shareableProblem(
  document: TextDocument,
  diagnostic: Diagnostic,
  ports: RepositoryPorts,
  text?: string,
): Shareable {
  const { start, end } = diagnostic.range;
  const range = document.validateRange(new Range(start.line, 0, end.line, Number.MAX_SAFE_INTEGER));
  const lines = linesOf(document, [range], ports, text);
  const { snippet, origin, authors } = lines;
  const problem = {
    heading: [severityOf(diagnostic), [diagnostic.source, codeOf(diagnostic)].filter(Boolean).join(' ')],
    blocks: [{ text: diagnostic.message, language: '' }],
  };
  const render = async (comment: string | undefined) => {
    const description = renderBlockMessage(problem, comment);
    const code = await renderLines(lines);
    const warnings = [...new Set([...hiddenWarning(description.hiddenCharacters), ...code.warnings])];
    const needsLongFence = description.needsLongFence || code.needsLongFence === true;
    return { ...code, markdown: `${description.markdown}\n\n${code.markdown}`, warnings, needsLongFence };
  };
  const place = `${snippet.path}:${start.line + 1}`;
  const file = `${place}: ${problem.heading.join(' ')}: ${diagnostic.message}\n\n${document.getText(range)}`;
  const asFile = textAsFile(`${basename(snippet.path)}.problem.txt`, file);
  return shareableText({
    name: place,
    ...(origin && { origin }),
    authors,
    render,
    asFile,
  });
}

/** The problem at the cursor, or else in its line. With several, or none there, the user picks one. */
async function chosenProblem(editor: TextEditor | undefined, ports: SourcePorts): Promise<Shareable | undefined> {
  const found = editor === undefined ? [] : languages.getDiagnostics(editor.document.uri);
  if (editor === undefined || found.length === 0)
    return showNothingToShare(l10n.t('There are no problems in the active editor.'));
  const where = (isHere: (range: Range, selection: Range) => boolean) =>
    found.filter(({ range }) => editor.selections.some((selection) => isHere(range, selection)));
  const atCursor = where((range, selection) => range.intersection(selection) !== undefined);
  const here = atCursor.length > 0 ? atCursor : where(shareLine);
  // The lines of each are taken before the list: the document may change or close while it is open. There may be thousands.
  const text = editor.document.getText();
  const rows = (here.length > 0 ? here : found).map((diagnostic) => ({
    label: displayTitle(diagnostic.message),
    description: [l10n.t('line {0}', diagnostic.range.start.line + 1), diagnostic.source].filter(Boolean).join(' · '),
    shareable: shareableProblem(editor.document, diagnostic, ports, text),
  }));
  if (here.length === 1) return rows[0]?.shareable;
  const { title, lists } = ports;
  return (await pickRow(rows, { title, placeholder: l10n.t('Select a problem') }, lists))?.shareable;
}

function shareLine(one: Range, other: Range): boolean {
  return one.start.line <= other.end.line && one.end.line >= other.start.line;
}

function isDiagnostic(argument: unknown): argument is Diagnostic {
  const { message, range } = (argument ?? {}) as Partial<Diagnostic>;
  return typeof message === 'string' && range instanceof Range;
}

function codeOf({ code }: Diagnostic): string {
  return String(typeof code === 'object' ? code.value : (code ?? ''));
}

/** Always English: other people read it. */
function severityOf({ severity }: Diagnostic): string {
  const names = {
    [DiagnosticSeverity.Error]: 'error',
    [DiagnosticSeverity.Warning]: 'warning',
    [DiagnosticSeverity.Information]: 'information',
    [DiagnosticSeverity.Hint]: 'hint',
  };
  return names[severity];
}
