import { fencedBlocks } from '../markdown/fencedBlocks.ts';

/** Code between fences, ready to stand in a message between line breaks. */
export interface FencedCode {
  readonly markdown: string;
  /** The run of backticks used. */
  readonly fence: string;
  /**
   * The interface knows only triple-backtick fences [A34]. False when the code itself holds three or more, so that only
   * a longer fence is safe and the caller may rather send a file.
   */
  readonly isPlainTripleFence: boolean;
}

/**
 * Fences code so that nothing in it can end the fence, keeping it byte for byte: CRLF, tabs, and whether its last line
 * has a line break. The code always starts on a line of its own, else its first line would be read as the language.
 */
export function fenceCode(code: string, language: string): FencedCode {
  const longestRun = (code.match(/`+/g) ?? []).reduce((longest, run) => Math.max(longest, run.length), 0);
  const fence = '`'.repeat(Math.max(3, longestRun + 1));
  // Kept to letters, digits and the few signs languages are named with: nothing that could end the opening line.
  const tag = language.replace(/[^\p{L}\p{N}+#._-]/gu, '');
  return { markdown: `${fence}${tag}\n${code}\n${fence}`, fence, isPlainTripleFence: fence.length === 3 };
}

/** The first fenced block of a message: what `fenceCode` was given. Undefined when there is none. */
export function readFencedCode(markdown: string): { language: string; code: string } | undefined {
  const [block] = fencedBlocks(markdown);
  return block && { language: block.language, code: block.code };
}
