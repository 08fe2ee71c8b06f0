import { maskText } from '../mask.ts';

const words =
  /^(?:pass(?:word|wd)?|pwd|secret|token|key|user(?:name)?|admin|root|guest|test(?:ing)?|none|null|nil|undefined|true|false|string|optional|required|changeme|todo|fixme|foobar|default|postgres|mysql|redis|rabbitmq)\d{0,3}$/i;
const placeholderWords =
  /\b(?:your|my|insert|replace|enter|put)[-_ ]|change[-_]?(?:me|this)|example|placeholder|dummy|redacted|sample|not[-_]?a[-_]?secret/i;
const templateSyntax =
  /\$\{|\$\(|\{\{|\}\}|<%|^<.*>$|^\{.*\}$|^\[.*\]$|^%[\w.]+%?$|^\$\w+$|^@[\w./]+$|(?:process|import\.meta)\.env|os\.environ|getenv|secrets\.\w|(?:vault|secret|ssm|op|ref\+\w+):/;

/** Whether a value is a placeholder and not a secret: a typical word, a variable, dots, or the mask. */
export function isPlaceholder(value: string): boolean {
  if (value === maskText || /^(.)\1*$/s.test(value) || /^[.*•x#_-]+$/i.test(value)) return true;
  const part = value.slice(0, 256);
  return (
    words.test(part) ||
    placeholderWords.test(part) ||
    templateSyntax.test(part) ||
    /^(?:0?123456789?0?|abc123|qwerty)$/i.test(part)
  );
}

/** Whether a value in the place of a secret, of any form, is only filled in: one character, an ellipsis, a row of digits. */
export function isFiller(value: string): boolean {
  return /([^.])\1{7}|x{6}|\.{3}|\*{3}|EXAMPLE|0?123456789|abcdefgh/i.test(value.replace(/[-_]/g, ''));
}

/** Two characters of a script that keyboards of passwords do not have: Chinese, Japanese, Korean, Hebrew, Arabic. */
const otherScript = /\p{Lo}\p{Lo}/u;

/** Whether a value is a sentence or a label: more than one word, each of letters only or a small number. */
export function isSentence(value: string): boolean {
  if (otherScript.test(value)) return true;
  const words = value.trim().split(/\s+/);
  return (
    words.length > 1 &&
    words.every((word) => /^["'(]{0,2}(?:[A-Za-z\u0080-\uffff'-]+|\d{1,3})[.,:;!?)"'\u2026]{0,3}$/.test(word))
  );
}

/** The part of a value that is inspected, so that the cost does not grow with the value. */
const maxInspected = 256;
/** Common pairs of letters: half of the pairs in names, and one in thirteen of random letters. */
const commonPair =
  /(?=th|he|in|er|an|re|on|at|en|nd|ti|es|or|te|ed|is|it|al|ar|st|to|nt|ng|se|ha|as|ou|io|le|ve|co|me|de|hi|ri|ro|ic|ne|ea|ra|ce|li|ch|ll|be|ma|si|om|ur|ke|ey|id)/gi;

/** Shannon entropy in bits per character: words have about 3.5, random Base64 has more than 4.2. */
function entropyBits(text: string): number {
  const counts = new Map<string, number>();
  for (const character of text) counts.set(character, (counts.get(character) ?? 0) + 1);
  let bits = 0;
  for (const count of counts.values()) bits -= (count / text.length) * Math.log2(count / text.length);
  return bits;
}

/**
 * Whether a value is unlikely to consist of words. In words and names the class of characters (lower case, upper case,
 * digits, signs) changes about every four characters, in random text every two.
 */
export function isUnlikeWords(value: string): boolean {
  const pieces = value.match(/[A-Z]?[a-z]+|[A-Z]+(?![a-z])|\d+/g) ?? [];
  const length = pieces.length === 0 ? value.length : value.length / pieces.length;
  if (length <= 2.8) return true;
  return length <= 4.5 && (value.match(commonPair)?.length ?? 0) / value.length <= 0.17;
}

/** Whether the value of a name that indicates a secret looks generated. */
export function isRandom(value: string, minLength: number): boolean {
  if (value.length < minLength) return false;
  const part = value.slice(0, maxInspected);
  if (/^[\da-f]+$/i.test(part)) return part.length >= 24 && /[a-f]/i.test(part) && entropyBits(part) >= 2.6;
  if (/^[A-Z2-7]+=*$/.test(part)) return part.length >= 16 && entropyBits(part) >= 3.2;
  const sorts = [/[a-z]/, /[A-Z]/, /\d/].filter((sort) => sort.test(part)).length;
  const bits = entropyBits(part);
  if (sorts < 2 || (!/\d/.test(part) && part.length < 20)) return false;
  return (sorts === 3 && bits >= 4.2) || (isUnlikeWords(part) && bits >= (part.length < 24 ? 3 : 3.5));
}

/** The same for any name, stricter: excludes names, paths, hashes and ids. */
export function isVeryRandom(value: string): boolean {
  const isMixed = /[a-z]/.test(value) && /[A-Z]/.test(value) && /\d/.test(value);
  return (
    isMixed && value.length >= 28 && (entropyBits(value) >= 4.6 || (isUnlikeWords(value) && entropyBits(value) >= 4.1))
  );
}
