import { fencedBlocks } from '../markdown/fencedBlocks.ts';

/** Fenced code, to be placed between line breaks of a message. */
export interface FencedCode {
  readonly markdown: string;
  /** The backticks of the fence. */
  readonly fence: string;
  /**
   * The service API only defines fences of three backticks [A34]. False when the code contains three or more, so that a
   * longer fence is needed and a file may be better.
   */
  readonly isPlainTripleFence: boolean;
}

/**
 * Fences code with a fence that the code cannot end, and keeps the code byte for byte: CRLF, tabs, and a final line
 * break or none. The code starts on its own line; otherwise its first line would be read as the language.
 */
export function fenceCode(code: string, language: string): FencedCode {
  const longestRun = (code.match(/`+/g) ?? []).reduce((longest, run) => Math.max(longest, run.length), 0);
  const fence = '`'.repeat(Math.max(3, longestRun + 1));
  // Only characters that occur in names of languages, so that the tag cannot end the opening line.
  const tag = language.replace(/[^\p{L}\p{N}+#._-]/gu, '');
  return { markdown: `${fence}${tag}\n${code}\n${fence}`, fence, isPlainTripleFence: fence.length === 3 };
}

/** Parses the first fenced block of a message: the inverse of `fenceCode`. `undefined` when there is none. */
export function readFencedCode(markdown: string): { language: string; code: string } | undefined {
  const [block] = fencedBlocks(markdown);
  return block && { language: block.language, code: block.code };
}
