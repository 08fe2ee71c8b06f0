/**
 * Escapes plain text for use inside a line of the service's Markdown. Only characters that could become markup get a
 * backslash, because backslash escapes are not in the service API [X14] and an ordinary path should stay readable.
 * Markers that only have a meaning at the start of a line are not escaped.
 */
export function escapeInline(text: string): string {
  return (
    text
      .replace(/[\\`*[\]<~]/g, '\\$&')
      // A service may parse mentions before backslashes, so the two characters are separated.
      .replace(/<@/g, '<\\@')
      .replace(/&(?=#?\w+;)/g, '\\&')
      // An underscore between two letters or digits never starts or ends emphasis.
      .replace(/(?<![\p{L}\p{N}_])_+|_+(?![\p{L}\p{N}_])/gu, (run) => '\\_'.repeat(run.length))
  );
}
