import { isPlaceholder } from './placeholder.ts';
import { isRandom, isRestless, isVeryRandom } from './randomness.ts';
import type { SecretMatch } from './secretFinding.ts';
import { createNameReader } from './secretName.ts';

/**
 * What puts a value after a name, in code, JSON, YAML, .env, .properties, or a string that holds one of these, and behind
 * it the name: most words of a text are none, so the few signs are looked for first.
 */
const named =
  /(?=[=:!])(?<=(?<![\w.-])([A-Za-z_][\w.-]{0,127})((?:\\?["'`])?\]?[ \t]{0,8}))(=>|:=|={1,3}|!={1,2}|:)[ \t]{0,8}(\\?["'`])?/g;
const valueUpTo: Readonly<Record<string, RegExp>> = {
  '"': /(?:[^"\\\r\n]+|\\.)+/y,
  "'": /(?:[^'\\\r\n]+|\\.)+/y,
  '`': /(?:[^`\\\r\n]+|\\.)+/y,
};
const escapedValue = /[^"'`\\\r\n]+/y;
const bareValue = /[^"'`\s\\,;(){}[\]<>|&]+/y;
const lineValue = /[^\s"'`]+/y;
const dottedName = /^[A-Za-z_$][\w$]*(?:\??\.[\w$]+)*$/;
/** Numbers, versions, and what follows a name that ended a string: `log('password:', value)`. */
const noSecret = /^(?:[~^]?v?\d+(?:\.\d+)+|0x[\da-f]{1,8}$|\s*[,;)+])/i;
/** By far the most values: they are never secrets, whatever their name. */
const plainWord = /^[A-Za-z][A-Za-z ._-]{0,18}$/;
const fewestCharacters = 4;
/** No value of more under an everyday name is a secret, and nobody chooses a password of more. */
const longestEveryday = 128;
const looked = 300;

interface Named {
  readonly meaning: ReturnType<ReturnType<typeof createNameReader>>;
  readonly value: string;
  readonly form: 'quoted' | 'bare' | 'environment';
}

/** A name with what puts a value after it. */
interface NameSpot {
  readonly name: string;
  readonly separator: string;
  readonly quote: string | undefined;
  /** Where the name begins, and where the value does. */
  readonly at: number;
  readonly start: number;
}

/** The names in a text that a value may follow. */
export function* namesIn(text: string): Generator<NameSpot> {
  for (const match of text.matchAll(named)) {
    const [whole, name = '', between = '', separator = '', quote] = match;
    const at = match.index - between.length - name.length;
    yield { name, separator, quote, at, start: match.index + whole.length };
  }
}

/** Values whose name says that they are secret, and values too random to be anything else. */
export function* findNamedValues(text: string): Generator<SecretMatch> {
  const meaningOf = createNameReader();
  let bareEnd = -1;
  for (const spot of namesIn(text)) {
    const { name, quote, at, start } = spot;
    // In a shell, "${NAME:-value}" names a variable.
    if (text.startsWith('${', at - 2)) continue;
    const form = formOf(text, spot);
    let end: number;
    if (quote !== undefined) end = endOf(valueUpTo[quote] ?? escapedValue, text, start);
    else if (form === 'environment') end = endOf(lineValue, text, start);
    else {
      // Within a value that was measured already: a row of colons costs no more than its length.
      if (start >= bareEnd) bareEnd = endOf(bareValue, text, start);
      if (/[([]/.test(text[bareEnd] ?? '')) continue;
      end = /[.:]/.test(text[bareEnd - 1] ?? '') ? bareEnd - 1 : bareEnd;
    }
    if (end - start < fewestCharacters) continue;
    const value = text.slice(start, Math.min(end, start + looked));
    if ((form !== 'environment' && plainWord.test(value)) || noSecret.test(value)) continue;
    const kind = kindOf({ meaning: meaningOf(name), value, form });
    if (kind !== undefined) yield { start, end, ruleId: kind === 'high-entropy' ? kind : 'named-value', kind };
  }
}

function endOf(pattern: RegExp, text: string, start: number): number {
  pattern.lastIndex = start;
  return pattern.test(text) ? pattern.lastIndex : start;
}

/** "NAME=value" alone on its line, also after "export", is no code, so its value may be anything. */
function formOf(text: string, { name, separator, quote, at }: NameSpot): Named['form'] {
  if (separator !== '=' || !/^[A-Z][A-Z\d_]*$/.test(name)) return quote === undefined ? 'bare' : 'quoted';
  const before = text.slice(Math.max(0, at - 64), at);
  const isAlone = /(?:^|[\r\n])[ \t]*(?:(?:export|set|ENV|ARG|-)[ \t]+)?["']?$/.test(
    at > 64 ? before.slice(1) : before,
  );
  if (isAlone) return 'environment';
  return quote === undefined ? 'bare' : 'quoted';
}

function kindOf(candidate: Named): 'password' | 'named-value' | 'high-entropy' | undefined {
  const { meaning, value, form } = candidate;
  if (meaning === 'public' || isPlaceholder(value)) return undefined;
  if (meaning === 'password') return isPassword(candidate) ? 'password' : undefined;
  if (meaning === 'secret') return isSecret(candidate) ? 'named-value' : undefined;
  if (form === 'bare' || value.length > longestEveryday || !/^[\w+/=.~-]+$/.test(value)) return undefined;
  return isVeryRandom(value) && !/^sha\d+-|\.\w{1,5}$|\/.*\/.*\//.test(value) ? 'high-entropy' : undefined;
}

function isSecret({ value, form }: Named): boolean {
  if (form === 'environment') return isSetting(value);
  if (/\s/.test(value) || (form === 'bare' && dottedName.test(value) && !isRestless(value))) return false;
  return isRandom(value, 12);
}

/** People choose passwords: what speaks for one is a mixture, and against it that it reads as a name or a word. */
function isPassword({ value, form }: Named): boolean {
  if (value.length > longestEveryday) return false;
  if (form === 'environment') return isSetting(value);
  if (value.length < 6 || /^[A-Za-z]+(?:[-_. ]{1,2}[A-Za-z]+)*[.!?:]*$/.test(value)) return false;
  if (form === 'bare' && dottedName.test(value)) return isRestless(value);
  const sorts = [/[a-z]/, /[A-Z]/, /\d/, /[^A-Za-z\d]/].filter((sort) => sort.test(value)).length;
  // Sentences have more blanks, and paths and addresses begin as such.
  return sorts >= 2 && value.split(/\s/).length <= 5 && !/^(?:\.{0,2}\/|https?:|\w+\.\w+\()/.test(value);
}

/** In an environment the name is enough, unless the value only says where the secret is, or how long it lives. */
function isSetting(value: string): boolean {
  return !/^(?:\d{1,5}\w?|(?:https?|file):.*|\.{0,2}\/.*)$/.test(value);
}
