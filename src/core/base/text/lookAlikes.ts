import { displayTitle, foldText } from './displayText.ts';

/**
 * Letters that look like these ones, after `foldText`: the Latin, Greek, Cyrillic, Armenian and Cherokee letters of
 * `confusables.txt` (Unicode Technical Standard #39, version 13), as in the npm package unhomoglyph 1.0.6.
 */
const lookAlikes: Readonly<Record<string, string>> = {
  '2': 'ƨƻꙅꝛ',
  '3': 'ȝɜʒзҙӡꝫ',
  '4': 'ꮞ',
  '5': 'ƽ',
  '6': 'бꮾ',
  '8': 'ȣ',
  '9': 'ꝯ',
  a: 'ɑαаꭺ',
  b: 'ƀƃƅɓβвьѣҍᏼꞵꮟ',
  c: 'ȼσсҫᴄꮯ',
  d: 'ðđƌɖɗԁꭰꮷ',
  e: 'ɇεеҽҿꬲꭼ',
  f: 'ƒϝքᵮẝꞙꬵ',
  g: 'ƍǥɠɡԍցᏻᶃꮐ',
  h: 'ħɦηнћңһӈӊհᏺⱨꚕꮋꮒ',
  i: 'ɨɩɪιіӏᵻᵼꙇꭵ',
  j: 'ɉʝϳјꭻ',
  k: 'ƙκкқҟⱪꝁꮶ',
  l: 'łƚǀɫɭꮮ',
  m: 'μϻмӎꮇ',
  n: 'ƞɲɳνոռᵰ',
  o: 'øɵθοоѳөօᴏᴑꝋꬽꬾꭴꮎꮻ',
  p: 'ƥρрᵽꮲ',
  q: 'ʠԛգզ',
  r: 'ɍɼɽʀгғᴦᵲꭇꭈꭱꮁꮢ',
  s: 'ʂѕտᵴꜱꮥꮪ',
  t: 'ŧƭʈτтҭᵵⱦꭲ',
  u: 'ʉʋυսᴜᵾꞟꭎꭒꮜ',
  v: 'ѵᴠꮩ',
  w: 'ɯѡѽԝաᴡꝡꮃꮤ',
  x: 'χхҳꭓ',
  y: 'ƴɏɣʏγуүұᶌỿꭚꭹꮍ',
  z: 'ƶȥʐζᴢᵶꮓ',
};

const originals = new Map(
  Object.entries(lookAlikes).flatMap(([letter, others]) => [...others].map((each) => [each, letter])),
);

/**
 * A key that is equal for titles that look alike, also without case, accents, spaces and invisible characters: the skeleton
 * of Unicode Technical Standard #39, for the scripts above. Titles that only resemble each other may have one key as well,
 * which is right for a warning.
 */
export function lookAlikeKey(title: string): string {
  const visible = title.replace(/[\p{Default_Ignorable_Code_Point}\p{Cf}]+/gu, '').normalize('NFKC');
  const letters = Array.from(foldText(displayTitle(visible)), (each) => originals.get(each) ?? each);
  return letters.join('').replace(/\s+/g, '').replace(/[1i|]/g, 'l').replaceAll('0', 'o').replaceAll('rn', 'm');
}
