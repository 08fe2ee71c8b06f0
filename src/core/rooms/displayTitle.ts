// Controls, bidirectional overrides, zero-width characters: a name from the network must not rearrange a row.
// Only the zero-width joiner stays, because emoji are composed with it.
const unprintable = /(?:(?!\u200d)[\p{Cc}\p{Cf}\p{Zl}\p{Zp}])+/gu;
const maxShownCharacters = 120;

/** A name from the network as one short, plain line: it cannot break the row, draw an icon or hide what it says. */
export function displayTitle(name: string): string {
  const line = name.replace(unprintable, ' ').replace(/\s+/g, ' ').trim().replaceAll('$(', '$ (');
  const characters = Array.from(line.slice(0, maxShownCharacters * 4));
  return characters.length > maxShownCharacters
    ? `${characters.slice(0, maxShownCharacters).join('')}…`
    : characters.join('');
}
