/** Whether a sticky pattern matches at a place. */
export function isAt(pattern: RegExp, text: string, at: number): boolean {
  pattern.lastIndex = at;
  return pattern.test(text);
}

/** The end of what a sticky pattern matches at a place; the place itself where it does not match. */
export function endAt(pattern: RegExp, text: string, at: number): number {
  return isAt(pattern, text, at) ? pattern.lastIndex : at;
}
