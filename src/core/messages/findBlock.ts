import { textLines } from '../base/text/textLines.ts';
import { dedent } from '../snippet/dedent.ts';

/** The location of a block in a text: unchanged, moved or gone. */
export type BlockLocation =
  | {
      readonly kind: 'same' | 'moved';
      /** 1-based. */
      readonly startLine: number;
      /** 1-based, inclusive. */
      readonly endLine: number;
      /** The indentation of the text that the block does not have. */
      readonly indentation: string;
    }
  | { readonly kind: 'gone' };

/**
 * Finds the lines of a block in a text, at their old line first, then as near to it as possible. Common indentation and
 * line breaks are ignored, because blocks are shared without them.
 * @param startLine 1-based, where the block was
 */
export function findBlock(text: string, code: string, startLine: number): BlockLocation {
  const wanted = linesOf(dedent(code.replace(/\r?\n$/, '')));
  const lines = linesOf(text);
  if (wanted.every((line) => line.trim() === '')) return { kind: 'gone' };
  let best: { readonly at: number; readonly indentation: string } | undefined;
  for (let at = 0; at + wanted.length <= lines.length; at++) {
    if (best !== undefined && Math.abs(at - startLine + 1) >= Math.abs(best.at - startLine + 1)) continue;
    const indentation = indentationAt(lines, at, wanted);
    if (indentation !== undefined) best = { at, indentation };
  }
  if (best === undefined) return { kind: 'gone' };
  const { at, indentation } = best;
  const kind = at + 1 === startLine ? 'same' : 'moved';
  return { kind, startLine: at + 1, endLine: at + wanted.length, indentation };
}

/** The indentation before the wanted lines at a location; `undefined` when the lines differ. */
function indentationAt(lines: readonly string[], at: number, wanted: readonly string[]): string | undefined {
  let indentation: string | undefined;
  for (const [index, want] of wanted.entries()) {
    const line = lines[at + index] ?? '';
    if (want.trim() === '') {
      if (line.trim() !== '') return undefined;
      continue;
    }
    indentation ??= line.endsWith(want) ? line.slice(0, line.length - want.length) : undefined;
    if (indentation === undefined || indentation.trim() !== '' || line !== indentation + want) return undefined;
  }
  return indentation;
}

function linesOf(text: string): string[] {
  return textLines(text.replace(/^\ufeff/, '')).map((line) => line.text);
}
