import type { SecretMatch, TextRange } from '../secretFinding.ts';

const begin =
  /-----BEGIN (?:(?:[A-Z\d]{1,20} ){0,3}PRIVATE KEY(?: BLOCK)?|OpenVPN Static key V1)-----|\bPrivate-Lines: \d{1,4}\b/g;
const end = '-----END';
/** A key of 16384 bits has about 12700 characters, plus comment marks and indentation. */
const maxKeyLength = 32_768;
/** Escaped line breaks in a string, header lines ("Proc-Type: 4,ENCRYPTED"), and key text. */
const pieces = /(?<!\\)\\+[nrt]|^[^\n:]{0,80}:[ \t][^\n]*|[A-Za-z\d+/=_-]+/gm;
const minCharacters = 40;
/** The text allowed before the key characters of a line, the characters, and the text allowed after them. */
const beforeKey = /^[\s"'`+#*|>/;\\nr,.]*/;
const keyRun = /[A-Za-z\d+/=]{16,}/g;
const afterKey = /(?<![\s"'`+\\nr,;])[\s"'`+\\nr,;]*$/;

/**
 * Finds private keys in PEM, OpenSSH, PGP and PuTTY format, also truncated, encrypted, indented or written as a string
 * with "\n".
 */
export function* findPrivateKeys(text: string): Generator<SecretMatch> {
  for (const { 0: head, index } of text.matchAll(begin)) {
    const from = index + head.length;
    const parts = keyPieces(text, from, keyEnd(text, from, head.startsWith('-----')));
    const first = parts[0];
    const last = parts.at(-1);
    const characters = parts.map(({ start, end: stop }) => text.slice(start, stop)).join('');
    if (first === undefined || last === undefined || !isKey(characters)) continue;
    yield { start: first.start, end: last.end, ruleId: 'private-key', kind: 'private-key', parts };
  }
}

function keyEnd(text: string, from: number, isArmored: boolean): number {
  const candidate = text.slice(from, from + maxKeyLength);
  // The header of another key ends this one, so that overlapping headers do not cause quadratic time.
  const dashes = isArmored ? candidate.indexOf('-----') : -1;
  if (dashes >= 0 && candidate.startsWith(end, dashes)) return from + dashes;
  const window = dashes < 0 ? candidate : candidate.slice(0, dashes);
  let at = 0;
  // The rest of the header line belongs to the header: in a string, the key continues there after "\n".
  for (let isFirst = true; at < window.length; isFirst = false) {
    const next = window.indexOf('\n', at) + 1 || window.length;
    const line = window.slice(at, next).trim();
    const isHead = isFirst || (isArmored && (line === '' || /^[\w-]{1,40}: /.test(line)));
    if (!isHead && !isKeyLine(line)) break;
    at = next;
  }
  return from + at;
}

/**
 * A truncated key ends at the first line that cannot belong to it. Checked in three steps, because one pattern for all
 * three would take cubic time.
 */
function isKeyLine(line: string): boolean {
  const from = beforeKey.exec(line)?.[0].length ?? 0;
  const to = line.search(afterKey);
  return [...line.matchAll(keyRun)].some(({ 0: run, index }) => index <= from && index + run.length >= to);
}

function keyPieces(text: string, from: number, to: number): TextRange[] {
  const found: TextRange[] = [];
  for (const { 0: piece, index } of text.slice(from, to).matchAll(pieces)) {
    if (piece.startsWith('\\') || piece.includes(': ')) continue;
    found.push({ start: from + index, end: from + index + piece.length });
  }
  return found;
}

/** Excludes dots and words in the place of a key. */
function isKey(characters: string): boolean {
  return characters.length >= minCharacters && new Set(characters.slice(0, 400)).size >= 12;
}
