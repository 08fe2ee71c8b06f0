import { basename } from 'node:path';
import { l10n, type NotebookCell, NotebookCellKind, type NotebookCellOutput, window } from 'vscode';
import { languageName, languageTag } from '../../../core/snippet/languages.ts';
import { terminalText } from '../../../core/snippet/terminalText.ts';
import { blockDraft, type ShareSource } from './shareSource.ts';

/** "Share Cell to Room…": a notebook cell and the text of its output. */
export const notebookCellSource: ShareSource = async (clicked) => {
  const cell = isCell(clicked) ? clicked : selectedCell();
  if (cell === undefined) {
    await window.showInformationMessage(l10n.t('Select a notebook cell first.'));
    return undefined;
  }
  const { document, notebook, index } = cell;
  const texts = cell.outputs.map(textOf);
  const left = texts.filter((text) => text === undefined).length;
  const output = texts.filter((text) => text !== undefined && text.trim() !== '').join('\n');
  const language = languageTag(document.languageId);
  const name = basename(notebook.uri.path);
  const kind = cell.kind === NotebookCellKind.Markup ? 'text cell' : 'cell';
  return blockDraft({
    title: l10n.t('Share Cell'),
    name,
    message: {
      heading: [name, `${kind} ${index + 1}`, languageName(document.languageId)],
      blocks: [
        { text: document.getText(), language },
        ...(output === '' ? [] : [{ caption: 'output', text: output, language: '' }]),
      ],
    },
    fileName: `${name}.cell${index + 1}.txt`,
    warnings: leftWarning(left),
  });
};

function leftWarning(count: number): readonly string[] {
  if (count === 0) return [];
  return count === 1
    ? [l10n.t('1 output is not text and will not be sent.')]
    : [l10n.t('{0} outputs are not text and will not be sent.', count)];
}

function isCell(argument: unknown): argument is NotebookCell {
  if (typeof argument !== 'object' || argument === null) return false;
  const { document, notebook, outputs } = argument as Partial<NotebookCell>;
  return document !== undefined && notebook !== undefined && Array.isArray(outputs);
}

/** The selected cell, if it is the only one. */
function selectedCell(): NotebookCell | undefined {
  const editor = window.activeNotebookEditor;
  const [range, ...others] = editor?.selections ?? [];
  return range !== undefined && others.length === 0 && range.end - range.start === 1
    ? editor?.notebook.cellAt(range.start)
    : undefined;
}

/** `undefined` for an output without a text form. */
function textOf({ items }: NotebookCellOutput): string | undefined {
  const decoded = (data: Uint8Array): string => new TextDecoder().decode(data);
  for (const { mime, data } of items) {
    if (mime === 'application/vnd.code.notebook.error') return errorText(decoded(data));
    if (/^application\/vnd\.code\.notebook\.std(?:out|err)$/.test(mime)) return terminalText(decoded(data));
  }
  const plain = items.find(({ mime }) => mime === 'text/plain') ?? items.find(({ mime }) => isTextKind(mime));
  return plain && terminalText(decoded(plain.data));
}

function isTextKind(mime: string): boolean {
  return /^text\/(?!html)|^application\/(?:[\w.-]+\+)?json$/.test(mime);
}

function errorText(json: string): string {
  const { name, message, stack } = JSON.parse(json) as Readonly<Record<string, unknown>>;
  return terminalText(typeof stack === 'string' && stack !== '' ? stack : `${name}: ${message}`);
}
