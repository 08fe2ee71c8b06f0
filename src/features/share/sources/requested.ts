import { basename, extname } from 'node:path';
import { l10n, Range, Uri } from 'vscode';
import { safeFileName } from '../../../core/attachments/fileNames.ts';
import { mediaType } from '../../../core/attachments/mediaType.ts';
import { terminalText } from '../../../core/snippet/terminalText.ts';
import type { NamedFile } from '../../../core/terminal/doorCall.ts';
import { type RequestedContent, type ShareRequest, ShareRequestError } from '../../../core/terminal/shareRequest.ts';
import { messageName } from '../../../host/ui/describeShare.ts';
import { openNamedFile } from '../../../host/vscode/openNamedFile.ts';
import { readBytes } from '../../../platform/files/localFile.ts';
import { openFilePart } from '../../../platform/files/openFilePart.ts';
import { currentFile, type FileSource } from '../fileSource.ts';
import { shareableFiles, shareableMarkdown } from '../propose.ts';
import type { Shareable } from '../shareable.ts';
import { whileAsked } from '../whileAsked.ts';
import { linesOf, partName, shareableSnippet } from './documentSnippet.ts';
import { pipedText } from './pipedText.ts';
import { type RepositoryPorts, shareableBlocks } from './shareSource.ts';

/** Longer output is a file, as that of the last command is cut there. */
const maxTextBytes = 256 * 1024;

/**
 * The shareable of a request. `undefined` if the user cancels.
 * @param asked see `RequestShare`
 * @throws what reading a file throws
 */
export async function requestedShareable(
  { content, comment }: Pick<ShareRequest, 'content' | 'comment'>,
  ports: RepositoryPorts,
  asked: AbortSignal,
): Promise<Shareable | undefined> {
  if ('markdown' in content) {
    const { markdown } = content;
    return shareableMarkdown({ name: messageName(false), markdown, lineCount: markdown.split('\n').length });
  }
  const shareable =
    'piped' in content ? await pipedShareable(content) : await filesShareable(content.files, ports, asked);
  return shareable && { ...shareable, comment };
}

async function pipedShareable({
  piped,
  name,
  asFile,
}: Extract<RequestedContent, { piped: unknown }>): Promise<Shareable> {
  const { path, byteLength } = piped;
  const bytes = byteLength > maxTextBytes ? undefined : await readBytes(path);
  const text = bytes && pipedText(bytes);
  const isDiff = text !== undefined && /^(?:diff |Index: |--- )/m.test(text.slice(0, 4096));
  const fileName = safeFileName(
    name ?? '',
    isDiff ? 'changes.diff' : text === undefined ? 'output.bin' : 'terminal.txt',
  );
  if (text === undefined || asFile) {
    // Its bytes are read again when it is stored, if it is still the same, and the outbox keeps a copy: the file is removed.
    const part = await openFilePart(path, { name: fileName, mediaType: mediaType(fileName) });
    const open = async () => part;
    return shareableFiles({ files: [{ name: fileName, byteLength, isFixed: true, open } satisfies FileSource] });
  }
  return shareableBlocks({
    name: name ?? l10n.t('Output'),
    heading: [name ?? 'Terminal', 'piped output'],
    blocks: [{ text: await terminalText(text), language: isDiff ? 'diff' : '' }],
    fileName,
  });
}

async function filesShareable(
  named: readonly NamedFile[],
  ports: RepositoryPorts,
  asked: AbortSignal,
): Promise<Shareable | undefined> {
  const [first] = named;
  if (named.length === 1 && first?.startLine !== undefined) return linesShareable(first, first.startLine, ports);
  const files: FileSource[] = [];
  for (const { path } of named) {
    const file = await whileAsked(asked, () => currentFile(Uri.file(path)));
    if (file === undefined) return undefined;
    files.push(file);
  }
  return shareableFiles({ files });
}

async function linesShareable({ path, endLine }: NamedFile, startLine: number, ports: RepositoryPorts) {
  const document = await openNamedFile(path);
  if (startLine > document.lineCount) throw new ShareRequestError('no-lines');
  const last = document.lineAt(Math.min(endLine ?? startLine, document.lineCount) - 1);
  const lines = linesOf(
    document,
    [document.validateRange(new Range(startLine - 1, 0, last.lineNumber, last.text.length))],
    ports,
  );
  const name = partName(basename(path), `${startLine}-${last.lineNumber + 1}`);
  return shareableSnippet({ fileName: extname(path) === '' ? `${name}.txt` : name, ...lines });
}
