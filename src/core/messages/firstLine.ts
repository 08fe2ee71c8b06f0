/** The first line of a message that says something, with mentions as `@name`; fences of code are left out. */
export function firstLineOf(text: string): string {
  const lines = text.split(/\r?\n/);
  const first = lines.find((line) => line.trim() !== '' && !/^\s*`{3,}/.test(line))?.trim() ?? '';
  return first.replace(/<@all>/g, '@all').replace(/<@\w+:[^|>]*\|([^>]*)>/g, '@$1');
}
