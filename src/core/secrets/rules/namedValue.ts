import { endAt, isAt } from '../matchAt.ts';
import type { SecretKind, SecretMatch } from '../secretFinding.ts';
import { createNameReader, type Meaning, mayNameSecret, meaningOfName } from './nameMeaning.ts';
import { isPlaceholder, isRandom, isSentence, isUnlikeWords, isVeryRandom } from './secretValue.ts';

/**
 * Matches the separator after a name, in code, JSON, YAML, .env, .properties or strings that contain these; a
 * look-behind captures the name. The rare separators are matched first for speed.
 */
const named =
  /[=:!](?<=(?:(?<![\w.-])|(?<=(?<![\w.-])-{1,3}))([A-Za-z_][\w.-]{0,127})((?:\\?["'`])?(?:\[\d{0,9}\]|\])?[ \t]{0,8}(?:string[ \t]{1,8})?)[=:!])((?<==)(?:>|={0,2})|(?<=:)=?|={1,2})[ \t]{0,8}(\\?["'`])?/g;
/** What code can have before a value: its type, or where it is read from first, `env.NAME ||` and `getenv("NAME",`. */
const beforeQuote =
  /(?:(?<=:[ \t]{0,8})[\w &'.|<>[\]?]{1,60}=\s*)?(?:[@$](?=")|[\w.?]{1,60}(?:\s*[|?]{2}|\(["']\w+["'],)\s*)?(?=["'`])/y;
/** The anchor or the tag of a value in YAML. */
const yamlProperty = /(?<=:[ \t]{1,8})(?:&|!{1,2})\w{1,40}[ \t]{1,4}/y;
const valueUpTo: Readonly<Record<string, RegExp>> = {
  '"': /(?:[^"\\\r\n]+|\\.)+/y,
  "'": /(?:[^'\\\r\n]+|\\.)+/y,
  '`': /(?:[^`\\\r\n]+|\\.)+/y,
};
const escapedValue = /[^"'`\\\r\n]+/y;
/** In a URL `&` ends a value before the next name; in a shell `&&` ends it. */
const bareValue = /(?:[^"'`\s\\,;(){}[\]<>|&]|&(?![\w.-]{1,64}=|&|$))+/my;
const lineValue = /[^\s"'`]+/y;
const stringLineValue = /(?:[^\s"'`\\]|\\(?![nrt"'`\\]))+/y;
/** A password without quotes is the rest of a line that begins with its name, or of the part of a connection string. */
const restOfLine = /\S{1,300}/y;
const restOfPart = /[^;"'`\s]{1,300}/y;
const nextPart = /;[ \t]{0,4}\w[\w ]{0,40}=/y;
/** What only code has at the end of a line after an unquoted value: a call, a type, an open bracket. */
const codeValue = /^[\w$.?!]*[([{<].*[)\]}>][;,)]*$|[([{<,|&=]$|=>/;
const dottedName = /^[A-Za-z_$][\w$]*(?:\??\.[\w$]+)*$/;
/** Numbers, versions, and text after a name at the end of a string: `log('password:', value)`. */
const noSecret = /^(?:[~^]?v?\d+(?:\.\d+)+|0x[\da-f]{1,8}$|\s*[,;)+])/i;
/** Most values are plain words, which are never secrets, whatever their name. */
const plainWord = /^[A-Za-z][A-Za-z ._-]{0,18}$/;
/** The beginning of a value that is random enough for a secret of any name. */
const longValue = /[\w+/=.~-]{28}/y;
const minLength = 4;
/** Longer values with common names are not secrets, and longer passwords are not in use. */
const maxValueLength = 128;
const maxInspected = 300;

interface NamedValue {
  readonly meaning: Meaning;
  readonly value: string;
  readonly form: 'quoted' | 'bare' | 'environment' | 'inline';
}

interface NameMatch {
  readonly name: string;
  readonly separator: string;
  readonly quote: string | undefined;
  /** The offsets of the name and of the value. */
  readonly at: number;
  readonly start: number;
}

/**
 * Finds names that a value may follow.
 * @param isWanted is asked with the name and the offset of the value
 */
export function* namesIn(
  text: string,
  isWanted: (name: string, start: number) => boolean = () => true,
): Generator<NameMatch> {
  for (const { 0: whole, 1: name = '', 2: between = '', 3: rest = '', 4: quote, index } of text.matchAll(named)) {
    const start = index + whole.length;
    if (!isWanted(name, start)) continue;
    const separator = text.charAt(index) + rest;
    yield { name, separator, quote, at: index - between.length - name.length, start };
  }
}

/** Finds values whose name indicates a secret, and values that are too random for anything else. */
export function* findNamedValues(text: string): Generator<SecretMatch> {
  const meaningOf = createNameReader();
  const isWanted = (name: string, start: number) => mayNameSecret(name) || isAt(longValue, text, start);
  let bareEnd = -1;
  for (const found of namesIn(text, isWanted)) {
    const meaning = meaningOf(found.name);
    if (meaning === 'public') continue;
    const match = found.quote === undefined ? withQuote(text, found) : found;
    if (meaning === 'none' && !isAt(longValue, text, match.start)) continue;
    const { quote, at, start } = match;
    // In shells, "${NAME:-value}" contains a variable name.
    if (text.startsWith('${', at - 2)) continue;
    const form = formOf(text, match);
    let end: number;
    if (quote !== undefined) end = endAt(valueUpTo[quote] ?? escapedValue, text, start);
    else if (form === 'environment')
      end = endAt(/["']/.test(text.charAt(at - 1)) ? stringLineValue : lineValue, text, start);
    else {
      // Values are measured once, so that a series of colons takes linear time.
      if (start >= bareEnd) bareEnd = endAt(bareValue, text, start);
      end = meaning === 'password' ? endOfPassword(text, match, bareEnd) : bareEnd;
      if (/[([]/.test(text.charAt(end))) continue;
      if (/[.:]/.test(text.charAt(end - 1))) end--;
    }
    if (end - start < minLength) continue;
    const value = text.slice(start, Math.min(end, start + maxInspected));
    if ((!isSettingForm(form) && plainWord.test(value)) || noSecret.test(value)) continue;
    const kind = kindOf({ meaning, value, form });
    if (kind !== undefined) yield { start, end, ruleId: kind === 'high-entropy' ? kind : 'named-value', kind };
  }
}

/** With the value that is quoted, but does not begin right after the separator, if there is one. */
function withQuote(text: string, match: NameMatch): NameMatch {
  const before = endAt(beforeQuote, text, match.start);
  // A type of Rust, `&str`, looks like an anchor of YAML.
  const start = before === match.start ? endAt(yamlProperty, text, before) : before;
  const isQuoted = start > match.start && /["'`]/.test(text.charAt(start));
  return isQuoted ? { ...match, quote: text.charAt(start), start: start + 1 } : { ...match, start };
}

/** The end of a password without quotes, which may have any sign unless it reads as code. */
function endOfPassword(text: string, { at, start }: NameMatch, bareEnd: number): number {
  const before = text.slice(Math.max(0, at - 64), at);
  const partEnd = endAt(restOfPart, text, start);
  const isPart = /(?:;[ \t]*|["'][^\w"'\r\n]{0,4})$/.test(before) || isAt(nextPart, text, partEnd);
  const isElement = /<[^<>\s]{1,40}>(?:\d{1,6}:)?[^\w"'<]{0,4}$/.test(before);
  const isLine = isElement || /(?:^|[\r\n])[ \t]*$/.test(at > 64 ? before.slice(1) : before);
  if (!isPart && !isLine) return bareEnd;
  const end = isPart ? partEnd : endAt(restOfLine, text, start);
  const value = text
    .slice(start, Math.min(end, start + maxInspected))
    .replace(isElement ? /<.*$|[,;]+$/ : /[,;]+$/, '');
  const isChosen = value.length < maxInspected && /\d/.test(value) && isUnlikeWords(value) && !codeValue.test(value);
  return isChosen ? Math.max(bareEnd, start + value.length) : bareEnd;
}

/**
 * "NAME=value" on its own line, optionally after "export", is an environment setting: its value can be anything. Inside a
 * line it ends at a blank or a sign.
 */
function formOf(text: string, { name, separator, quote, at, start }: NameMatch): NamedValue['form'] {
  const bareForm = quote === undefined ? 'bare' : 'quoted';
  if (separator !== '=' || !/^[A-Z][A-Z\d_]*$/.test(name)) return bareForm;
  const before = text.slice(Math.max(0, at - 64), at);
  const isAlone = /(?:^|[\r\n])[ \t]*(?:(?:export|set|ENV|ARG|-)[ \t]+)?["']?$/.test(
    at > 64 ? before.slice(1) : before,
  );
  if (isAlone) return 'environment';
  const isInline = quote === undefined && start === at + name.length + 1;
  return isInline && insideLine.test(before) ? 'inline' : bareForm;
}

/** What stands before a setting inside a line: a sign, a command that takes settings, another setting. */
const insideLine = /(?:[^\w\s$.&?=]|\b(?:export|set|env|ENV|ARG|RUN|e)[ \t]|[A-Z_]=\S{0,40}[ \t])[ \t]*$/;

function isSettingForm(form: NamedValue['form']): boolean {
  return form === 'environment' || form === 'inline';
}

/** The kind of a value with a name; `undefined` if it is no secret. */
export function secretKindOf({
  name,
  value,
}: {
  readonly name: string;
  readonly value: string;
}): SecretKind | undefined {
  return plainWord.test(value) || noSecret.test(value)
    ? undefined
    : kindOf({ meaning: meaningOfName(name), value, form: 'quoted' });
}

function kindOf(candidate: NamedValue): 'password' | 'named-value' | 'high-entropy' | undefined {
  const { meaning, value, form } = candidate;
  if (meaning === 'public' || isPlaceholder(value)) return undefined;
  if (meaning === 'password') return isPassword(candidate) ? 'password' : undefined;
  if (meaning === 'secret') return isSecret(candidate) ? 'named-value' : undefined;
  if (form === 'bare' || value.length > maxValueLength || !/^[\w+/=.~-]+$/.test(value)) return undefined;
  return isVeryRandom(value) && !/^sha\d+-|\.\w{1,5}$|\/.*\/.*\//.test(value) ? 'high-entropy' : undefined;
}

function isSecret({ value, form }: NamedValue): boolean {
  if (isSettingForm(form)) return isSetting(value);
  if (/\s/.test(value) || (form === 'bare' && dottedName.test(value) && !isUnlikeWords(value))) return false;
  return isRandom(value, 12);
}

/**
 * Passwords are chosen by people: a mixture of characters indicates one, and text that reads as a name or a word does
 * not.
 */
function isPassword({ value, form }: NamedValue): boolean {
  if (value.length > maxValueLength) return false;
  if (isSettingForm(form)) return isSetting(value);
  if (value.length < 6 || isSentence(value) || /^[A-Za-z]+(?:[-_.: ]{1,2}[A-Za-z]+)*[.!?:]*$/.test(value)) return false;
  if (form === 'bare' && dottedName.test(value)) return isUnlikeWords(value);
  const sorts = [/[a-z]/, /[A-Z]/, /\d/, /[^A-Za-z\d]/].filter((sort) => sort.test(value)).length;
  // Excludes sentences, which have more blanks, and paths and URLs.
  return sorts >= 2 && value.split(/\s/).length <= 5 && !/^(?:\.{0,2}\/|https?:|\w+\.\w+\()/.test(value);
}

/** In an environment the name is sufficient, unless the value is only the location or lifetime of a secret. */
function isSetting(value: string): boolean {
  return !/^(?:\d{1,5}\w?|(?:https?|file):.*|\.{0,2}\/.*)$/.test(value);
}
