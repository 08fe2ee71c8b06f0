const maxCharacters = 300;

/** What a service or a program said, as one short line without characters that rearrange it. */
export function oneLine(text: string): string {
  const line = text.replace(/[\p{Cc}\p{Cf}]+/gu, ' ');
  return line.length > maxCharacters ? `${line.slice(0, maxCharacters)}…` : line;
}
