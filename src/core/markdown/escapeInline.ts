/**
 * Writes plain text so that it stays plain text inside a line of the service's Markdown. Only what could become markup
 * gets its backslash, because backslash escapes are not in the interface [X14] and an ordinary path should arrive
 * untouched by any reading of it. For text in the middle of a line: it does not guard the marks that count at a line's
 * start.
 */
export function escapeInline(text: string): string {
  return (
    text
      .replace(/[\\`*[\]<~]/g, '\\$&')
      // A service may look for mentions before it looks for backslashes, so the two characters are kept apart.
      .replace(/<@/g, '<\\@')
      .replace(/&(?=#?\w+;)/g, '\\&')
      // An underscore between two letters or digits never opens or closes anything.
      .replace(/(?<![\p{L}\p{N}_])_+|_+(?![\p{L}\p{N}_])/gu, (run) => '\\_'.repeat(run.length))
  );
}
