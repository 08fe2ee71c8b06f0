/** The first line of a message that is neither blank nor a code fence, with mentions as `@name`. */
export function firstLineOf(text: string): string {
  const lines = text.split(/\r?\n/);
  const first = lines.find((line) => line.trim() !== '' && !/^\s*`{3,}/.test(line))?.trim() ?? '';
  return first.replace(/<@all>/g, '@all').replace(/<@\w+:[^|>]*\|([^>]*)>/g, '@$1');
}
