import { basename, parse } from 'node:path';
import { l10n, type NotebookCell, NotebookCellKind, type NotebookCellOutput, window } from 'vscode';
import { imageExtension } from '../../../core/attachments/mediaType.ts';
import { fieldsOf, parseJsonObject } from '../../../core/base/json.ts';
import { lazy } from '../../../core/base/lazy.ts';
import { displayTitle } from '../../../core/base/text/displayText.ts';
import { languageName, languageTag } from '../../../core/snippet/languages.ts';
import { terminalText } from '../../../core/snippet/terminalText.ts';
import { describeError } from '../../../host/errors/describeError.ts';
import { bytesAsFile, type FileSource } from '../fileSource.ts';
import { documentRisks } from './documentRisks.ts';
import { type ShareSource, shareableBlocks, showNothingToShare } from './shareSource.ts';

/** "Share Cell to Room…": a notebook cell, the text of its output, and its images as files. */
export const notebookCellSource: ShareSource = async ([clicked]) => {
  const cell = isCell(clicked) ? clicked : selectedCell();
  if (cell === undefined) return showNothingToShare(l10n.t('Select a notebook cell first.'));
  const { document, notebook, index } = cell;
  const name = basename(notebook.uri.path);
  const { texts, images, warnings } = await readOutputs(cell.outputs, `${parse(name).name}.cell${index + 1}`);
  const kind = cell.kind === NotebookCellKind.Markup ? 'text cell' : 'cell';
  return shareableBlocks({
    name: l10n.t('cell {0} of {1}', index + 1, name),
    heading: [name, `${kind} ${index + 1}`, languageName(document.languageId)],
    blocks: [
      { text: document.getText(), language: languageTag(document.languageId) },
      ...(texts.length === 0 ? [] : [{ caption: 'output', text: texts.join('\n'), language: '' }]),
    ],
    fileName: `${name}.cell${index + 1}.txt`,
    warnings: lazy(async () => [...(await documentRisks(notebook)), ...warnings]),
    images,
  });
};

/** Only VS Code and extensions can pass an object with functions. */
function isCell(argument: unknown): argument is NotebookCell {
  return typeof fieldsOf(fieldsOf(argument).document).getText === 'function';
}

/** The selected cell, if it is the only one. */
function selectedCell(): NotebookCell | undefined {
  const editor = window.activeNotebookEditor;
  const [range, ...others] = editor?.selections ?? [];
  return range !== undefined && others.length === 0 && range.end - range.start === 1
    ? editor?.notebook.cellAt(range.start)
    : undefined;
}

type OutputItem = NotebookCellOutput['items'][number];

/**
 * Sorts the outputs of a cell. An output holds the same thing in several formats: of one with an image, its text such as
 * `<Figure size 640x480>` is left out.
 * @param name the beginning of the names of images: `tides.cell3` for `tides.cell3-output1.png`
 */
export async function readOutputs(outputs: readonly NotebookCellOutput[], name: string) {
  const [texts, images, warnings]: [string[], FileSource[], string[]] = [[], [], []];
  let left = 0;
  for (const [index, { items }] of outputs.entries()) {
    const image = imageOf(items);
    const text = writtenIn(items) ?? (image === undefined ? resultIn(items) : undefined);
    if (image !== undefined) {
      try {
        images.push(bytesAsFile(`${name}-output${index + 1}.${image.extension}`, image.bytes));
      } catch (error) {
        warnings.push(`${displayTitle(name)}: ${describeError(error).sentence}`);
      }
    } else if (text === undefined) left += 1;
    const shown = await terminalText(text ?? '');
    if (shown !== '') texts.push(shown);
  }
  return { texts, images, warnings: [...warnings, ...leftWarning(left)] };
}

function leftWarning(count: number): readonly string[] {
  if (count === 0) return [];
  return count === 1
    ? [l10n.t("1 output has a format that rooms can't show and won't be sent.")]
    : [l10n.t("{0} outputs have a format that rooms can't show and won't be sent.", count)];
}

/** An image of a type that the service's clients show [A13]. The bytes decide on its type, as notebooks come from other people. */
function imageOf(items: readonly OutputItem[]) {
  for (const { mime, data } of items) {
    const extension = mime.startsWith('image/') ? imageExtension(data) : undefined;
    if (extension !== undefined) return { extension, bytes: data };
  }
  return undefined;
}

const streamMime = /^application\/vnd\.code\.notebook\.std(?:out|err)$/;
const errorMime = 'application/vnd.code.notebook.error';
const textMime = /^text\/(?!html)|^application\/(?:[\w.-]+\+)?json$/;

/** What the program wrote, whichever of its streams, and its errors. `undefined` for an output that is a result. */
function writtenIn(items: readonly OutputItem[]): string | undefined {
  const written = items.filter(({ mime }) => streamMime.test(mime)).map(decoded);
  const errors = items.filter(({ mime }) => mime === errorMime).map((item) => errorText(decoded(item)));
  return written.length + errors.length === 0 ? undefined : [written.join(''), ...errors].filter(Boolean).join('\n');
}

/** The text form of a result. `undefined` for one without. */
function resultIn(items: readonly OutputItem[]): string | undefined {
  const plain = items.find(({ mime }) => mime === 'text/plain') ?? items.find(({ mime }) => textMime.test(mime));
  return plain && decoded(plain);
}

function decoded({ data }: OutputItem): string {
  return new TextDecoder().decode(data);
}

/** The error as a kernel reports it, with its trace; text that is not such JSON stays as it is. */
function errorText(json: string): string {
  const { name, message, stack } = parseJsonObject(json) ?? {};
  const title = [name, message].filter((part) => typeof part === 'string' && part !== '').join(': ');
  return typeof stack === 'string' && stack !== '' ? stack : title || json;
}
