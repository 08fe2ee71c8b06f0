/** Enough of a value to tell whether it is random; a longer one costs no more. */
const looked = 256;
/** The pairs of letters that words are made of: half of the pairs of any name, and one in thirteen of random letters. */
const commonPair =
  /(?=th|he|in|er|an|re|on|at|en|nd|ti|es|or|te|ed|is|it|al|ar|st|to|nt|ng|se|ha|as|ou|io|le|ve|co|me|de|hi|ri|ro|ic|ne|ea|ra|ce|li|ch|ll|be|ma|si|om|ur|ke|ey|id)/gi;

/** Shannon's entropy of the characters, in bits a character: words have about 3.5, random Base64 above 4.2. */
function entropyBits(text: string): number {
  const counts = new Map<string, number>();
  for (const character of text) counts.set(character, (counts.get(character) ?? 0) + 1);
  let bits = 0;
  for (const count of counts.values()) bits -= (count / text.length) * Math.log2(count / text.length);
  return bits;
}

/**
 * Whether no words make up the value, however joined. Words and names change between small and large letters, digits
 * and signs every four characters or so, and random characters every two.
 */
export function isRestless(value: string): boolean {
  const pieces = value.match(/[A-Z]?[a-z]+|[A-Z]+(?![a-z])|\d+/g) ?? [];
  const length = pieces.length === 0 ? value.length : value.length / pieces.length;
  if (length <= 2.8) return true;
  return length <= 4.5 && (value.match(commonPair)?.length ?? 0) / value.length <= 0.17;
}

/** Whether a value of a key that is called a secret looks as if a machine had made it up. */
export function isRandom(value: string, minLength: number): boolean {
  if (value.length < minLength) return false;
  const part = value.slice(0, looked);
  if (/^[\da-f]+$/i.test(part)) return part.length >= 24 && /[a-f]/i.test(part) && entropyBits(part) >= 2.6;
  if (/^[A-Z2-7]+=*$/.test(part)) return part.length >= 16 && entropyBits(part) >= 3.2;
  const sorts = [/[a-z]/, /[A-Z]/, /\d/].filter((sort) => sort.test(part)).length;
  const bits = entropyBits(part);
  if (sorts < 2 || (!/\d/.test(part) && part.length < 20)) return false;
  return (sorts === 3 && bits >= 4.2) || (isRestless(part) && bits >= (part.length < 24 ? 3 : 3.5));
}

/** The same for a value of any name: only what is too random for a name, a path, a hash or an id. */
export function isVeryRandom(value: string): boolean {
  const isMixed = /[a-z]/.test(value) && /[A-Z]/.test(value) && /\d/.test(value);
  return (
    isMixed && value.length >= 28 && (entropyBits(value) >= 4.6 || (isRestless(value) && entropyBits(value) >= 4.1))
  );
}
