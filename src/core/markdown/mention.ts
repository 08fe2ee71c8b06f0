/** The three kinds of mentions [A35]. */
export type Mention =
  | { readonly kind: 'email' | 'id'; readonly value: string; readonly label: string }
  | { readonly kind: 'all' };

const mentionPattern = /<@(?:all|person(Email|Id):([^\s|<>]+)\|([^|<>\n]+))>/y;

/** Parses a mention that starts exactly at `offset`, and returns its length in UTF-16 units. */
export function mentionAt(text: string, offset: number): { mention: Mention; length: number } | undefined {
  mentionPattern.lastIndex = offset;
  const match = mentionPattern.exec(text);
  if (!match) return undefined;
  const [whole, by, value = '', label = ''] = match;
  if (by === undefined) return { mention: { kind: 'all' }, length: whole.length };
  return { mention: { kind: by === 'Email' ? 'email' : 'id', value, label }, length: whole.length };
}
