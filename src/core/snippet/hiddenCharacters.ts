/** An invisible character that can make code look different from what it does. */
export interface HiddenCharacter {
  /** 1-based. */
  readonly line: number;
  /** 1-based, in UTF-16 units as VS Code counts them. */
  readonly column: number;
  readonly codePoint: number;
  /** The Unicode name. */
  readonly name: string;
}

const names: ReadonlyMap<number, string> = new Map([
  [0x00ad, 'SOFT HYPHEN'],
  [0x034f, 'COMBINING GRAPHEME JOINER'],
  [0x061c, 'ARABIC LETTER MARK'],
  [0x115f, 'HANGUL CHOSEONG FILLER'],
  [0x1160, 'HANGUL JUNGSEONG FILLER'],
  [0x17b4, 'KHMER VOWEL INHERENT AQ'],
  [0x17b5, 'KHMER VOWEL INHERENT AA'],
  [0x180e, 'MONGOLIAN VOWEL SEPARATOR'],
  [0x200b, 'ZERO WIDTH SPACE'],
  [0x200c, 'ZERO WIDTH NON-JOINER'],
  [0x200d, 'ZERO WIDTH JOINER'],
  [0x200e, 'LEFT-TO-RIGHT MARK'],
  [0x200f, 'RIGHT-TO-LEFT MARK'],
  [0x2028, 'LINE SEPARATOR'],
  [0x2029, 'PARAGRAPH SEPARATOR'],
  [0x202a, 'LEFT-TO-RIGHT EMBEDDING'],
  [0x202b, 'RIGHT-TO-LEFT EMBEDDING'],
  [0x202c, 'POP DIRECTIONAL FORMATTING'],
  [0x202d, 'LEFT-TO-RIGHT OVERRIDE'],
  [0x202e, 'RIGHT-TO-LEFT OVERRIDE'],
  [0x2060, 'WORD JOINER'],
  [0x2061, 'FUNCTION APPLICATION'],
  [0x2062, 'INVISIBLE TIMES'],
  [0x2063, 'INVISIBLE SEPARATOR'],
  [0x2064, 'INVISIBLE PLUS'],
  [0x2066, 'LEFT-TO-RIGHT ISOLATE'],
  [0x2067, 'RIGHT-TO-LEFT ISOLATE'],
  [0x2068, 'FIRST STRONG ISOLATE'],
  [0x2069, 'POP DIRECTIONAL ISOLATE'],
  [0x206a, 'INHIBIT SYMMETRIC SWAPPING'],
  [0x206b, 'ACTIVATE SYMMETRIC SWAPPING'],
  [0x206c, 'INHIBIT ARABIC FORM SHAPING'],
  [0x206d, 'ACTIVATE ARABIC FORM SHAPING'],
  [0x206e, 'NATIONAL DIGIT SHAPES'],
  [0x206f, 'NOMINAL DIGIT SHAPES'],
  [0x3164, 'HANGUL FILLER'],
  [0xfeff, 'ZERO WIDTH NO-BREAK SPACE'],
  [0xffa0, 'HALFWIDTH HANGUL FILLER'],
  [0xfff9, 'INTERLINEAR ANNOTATION ANCHOR'],
  [0xfffa, 'INTERLINEAR ANNOTATION SEPARATOR'],
  [0xfffb, 'INTERLINEAR ANNOTATION TERMINATOR'],
]);

// Escapes only, so that the pattern contains no hidden characters. Variation selectors and tags have no names of their own.
const named = [...names.keys()].map((codePoint) => `\\u{${codePoint.toString(16)}}`).join('');
const hiddenClass = `[${named}\\u{fe00}-\\u{fe0f}\\u{e0000}-\\u{e007f}\\u{e0100}-\\u{e01ef}]`;
const hiddenPattern = new RegExp(hiddenClass, 'v');
// Emoji contain joiners, selectors and tags that hide nothing, so emoji are skipped as a whole.
const pictograph = '\\p{Extended_Pictographic}\\p{Emoji_Modifier}?[\\u{fe0e}\\u{fe0f}]?';
// A fast first test: matching all emoji at every character takes a hundred times as long.
const emojiStart = '[^\\u{0}-\\u{7f}]|[\\d#*]\\u{fe0f}';
let scanPattern: RegExp | undefined;

/** Compiled on first use, because the table of all emoji is slow to compile. */
function scanned(): RegExp {
  scanPattern ??= new RegExp(
    `(?=${emojiStart})(?:\\p{RGI_Emoji}|${pictograph})(?:\\u{200d}${pictograph})*|${hiddenClass}|\\r\\n|\\n|\\r`,
    'gv',
  );
  return scanPattern;
}

/**
 * Finds bidirectional controls, zero-width and other invisible characters, in the order of the text. Emoji sequences
 * are ignored.
 */
export function findHiddenCharacters(text: string): HiddenCharacter[] {
  if (!hiddenPattern.test(text)) return [];
  const found: HiddenCharacter[] = [];
  let line = 1;
  let lineStart = 0;
  for (const { 0: part, index } of text.matchAll(scanned())) {
    const codePoint = part.codePointAt(0) ?? 0;
    if (codePoint === 0x0a || codePoint === 0x0d) {
      line++;
      lineStart = index + part.length;
    } else if (isHidden(part)) {
      found.push({ line, column: index - lineStart + 1, codePoint, name: nameOf(codePoint) });
    }
  }
  return found;
}

/**
 * Replaces control characters, hidden characters and unpaired surrogates with `‹U+202E›`, so that a name is displayed
 * as it is.
 */
export function showHiddenCharacters(text: string): string {
  return text.replace(/\p{Cc}|\p{Cs}/gu, shown).replace(scanned(), (part) => (isHidden(part) ? shown(part) : part));
}

function isHidden(part: string): boolean {
  return part.length === ((part.codePointAt(0) ?? 0) > 0xffff ? 2 : 1) && hiddenPattern.test(part);
}

function shown(character: string): string {
  return `‹U+${(character.codePointAt(0) ?? 0).toString(16).toUpperCase().padStart(4, '0')}›`;
}

function nameOf(codePoint: number): string {
  const name = names.get(codePoint);
  if (name) return name;
  if (codePoint >= 0xfe00 && codePoint <= 0xfe0f) return `VARIATION SELECTOR-${codePoint - 0xfe00 + 1}`;
  if (codePoint >= 0xe0100) return `VARIATION SELECTOR-${codePoint - 0xe0100 + 17}`;
  return `TAG CHARACTER U+${codePoint.toString(16).toUpperCase()}`;
}
