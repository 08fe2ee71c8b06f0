import { digestOfLines } from '../base/text/lineDigests.ts';
import { joinLines, textLines } from '../base/text/textLines.ts';
import { fencedBlocks } from '../markdown/fencedBlocks.ts';
import { parseSnippetHeader } from '../snippet/snippetHeader.ts';

/**
 * A message with new lines in place of shared ones: their header and their code. Of several ranges under one header only the
 * code is replaced.
 * @param digest of the shared lines, see `digestOfLines`
 * @param shared the new lines as a message, which begins with its header
 * @returns `undefined` if the message does not have the shared lines
 */
export function withNewLines(message: string, digest: number, shared: string): string | undefined {
  const lines = textLines(message);
  const blocks = fencedBlocks(message);
  const at = blocks.findIndex(({ code }) => digestOfLines(code).digest === digest);
  const { firstLine, lastLine } = blocks[at] ?? {};
  const [code] = fencedBlocks(shared);
  if (firstLine === undefined || lastLine === undefined || code === undefined) return undefined;
  const after = (blocks[at - 1]?.lastLine ?? -1) + 1;
  const header = lines.slice(after, firstLine).findLastIndex(({ text }) => {
    const { ranges } = parseSnippetHeader(text.trimEnd()) ?? {};
    return ranges?.length === 1;
  });
  const fenced = textLines(shared).slice(code.firstLine, code.lastLine + 1);
  const added = header < 0 ? joinLines(fenced) : shared;
  const before = joinLines(lines.slice(0, header < 0 ? firstLine : after + header));
  const rest = joinLines(lines.slice(lastLine + 1));
  return `${before}${added.replace(/\s+$/, '')}${rest === '' ? '' : `\n${rest}`}`;
}
