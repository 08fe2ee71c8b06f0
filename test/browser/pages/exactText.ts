/** Matches an element with exactly this text, ignoring surrounding white space. */
export function exactText(text: string): RegExp {
  return new RegExp(`^\\s*${text.replace(/[\\^$.*+?()[\]{}|]/g, '\\$&')}\\s*$`);
}
