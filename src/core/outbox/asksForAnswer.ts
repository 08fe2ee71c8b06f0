import { proseLines } from '../lines/prose.ts';

/** Whether a message asks for an answer: what is no code ends a line with a question mark, or mentions a person. */
export function asksForAnswer(markdown: string): boolean {
  return proseLines(markdown).some((line) => /[?\uff1f]$/.test(line) || /<@person(?:Email|Id):/.test(line));
}
