/** Matches an element whose whole text is this, whatever white space stands around it. */
export function exactText(text: string): RegExp {
  return new RegExp(`^\\s*${text.replace(/[\\^$.*+?()[\]{}|]/g, '\\$&')}\\s*$`);
}
