/** Normalizes what services may change: line endings, outer white space and Unicode composition. */
export function normalizedText(text: string): string {
  return text.normalize('NFC').replaceAll('\r\n', '\n').trim();
}

/**
 * Whether two texts have the same letters and digits, with or without decoded entities. Services change white space and
 * punctuation.
 */
export function isLooselyEqual(given: string, sent: string): boolean {
  const ofSent = looseForms(sent);
  return looseForms(given).some((form) => form !== '' && ofSent.includes(form));
}

/** Compares the number of letters and digits, which escaping and white space hardly change. */
export function isOfSimilarSize(given: string, sent: string): boolean {
  const ofSent = looseForms(sent).map(({ length }) => length);
  const isNear = (one: number, other: number): boolean => Math.abs(one - other) <= Math.max(8, one / 4, other / 4);
  return looseForms(given).some(({ length }) => ofSent.some((other) => isNear(length, other)));
}

function looseForms(text: string): readonly string[] {
  return [looseForm(text), looseForm(withoutEntities(text))];
}

function looseForm(text: string): string {
  return text.normalize('NFC').replace(/[^\p{L}\p{N}]/gu, '');
}

const namedEntities: Readonly<Record<string, string>> = { amp: '&', lt: '<', gt: '>', quot: '"', apos: "'", nbsp: ' ' };

/** Decodes common HTML entities once. */
function withoutEntities(text: string): string {
  return text.replace(/&(?:#(\d{1,7})|#x([\da-f]{1,6})|([a-z]{2,4}));/gi, (whole, decimal, hex, name) => {
    if (name !== undefined) return namedEntities[String(name).toLowerCase()] ?? whole;
    const code = decimal === undefined ? Number.parseInt(hex, 16) : Number(decimal);
    return code > 0 && code <= 0x10_ff_ff ? String.fromCodePoint(code) : whole;
  });
}
