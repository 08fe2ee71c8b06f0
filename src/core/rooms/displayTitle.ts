// Controls, bidirectional overrides, zero-width characters: a name from the network must not rearrange a row.
// Only the zero-width joiner stays, because emoji are composed with it.
const unprintable = /(?:(?!\u200d)[\p{Cc}\p{Cf}\p{Zl}\p{Zp}])+/gu;
const defaultMaxCharacters = 120;

/**
 * A name from the network as one short, plain line: it cannot break the row, draw an icon, hide what it says, or be a link
 * where VS Code makes links of what stands in a notice, to commands too.
 */
export function displayTitle(name: string, maxCharacters = defaultMaxCharacters): string {
  const plain = name.replace(unprintable, ' ').replace(/\s+/g, ' ').trim();
  const line = plain.replace(/[$\]](?=\()/g, '$& ');
  const characters = Array.from(line.slice(0, maxCharacters * 4));
  return characters.length > maxCharacters ? `${characters.slice(0, maxCharacters).join('')}…` : characters.join('');
}
