import type { SecretMatch } from '../secretFinding.ts';
import { lastIn } from './containedValue.ts';
import { meaningOfName } from './nameMeaning.ts';
import { isUnlikeWords } from './secretValue.ts';

/** In quotes: the argument of a call, the next argument after the name, and a word of SQL, of a shell or of a macro. */
const quoted = String.raw`(\([ \t]{0,2}|(?<=[\w"'\x60])[ \t]{1,4}|(?<=["'\x60])[ \t]{0,4},[ \t]{0,4})["']([^"'\r\n]{4,300})(?=["'])`;
/** Without quotes: an option, a line of a configuration, a cell of a table, a sentence. */
const bare = String.raw`(?:[ \t]{1,40}(?:\d[ \t])?|[ \t"'\x60*]{0,40}[|\t\u2502\u2503][ \t\x60*]{0,80}|(?: \w{1,12}){0,5} (?:is|ist|est|lautet):?[ \t]{1,4})["'\x60]?(?!!?[=:])([^\s"'\x60|<>\\]{8,128})`;
/** The word is looked for first, since one word is found in less time than the quotes and blanks after it. */
const afterPassword = new RegExp(
  String.raw`pass(?<=(?<![\w.-])([\w.-]{0,60})pass)([\w-]{0,40})["'\x60]?(?:[ \t]{0,2}${quoted}|${bare})`,
  'gi',
);
const setter = /^(?:[\w.-]*\.)?(?:(?:set|with|use)_?)?pass(?:word|wd|phrase)$/i;

/** Finds what follows the name of a password without a sign between them. */
export function* findAfterPasswords(text: string): Generator<SecretMatch> {
  for (const match of text.matchAll(afterPassword)) {
    const [whole, before = '', rest = '', between = '', inQuotes, word = ''] = match;
    const name = `${before}pass${rest}`;
    if (meaningOfName(name) !== 'password' || (between.startsWith('(') && !setter.test(name))) continue;
    const value = inQuotes ?? word.replace(/[.,;:)]+$/, '');
    // `pass` is a word of sentences, too.
    const isSure = inQuotes === undefined ? isStrong(value) && name.length > 4 : !/^--?[a-z]/.test(value);
    if (isSure) yield* lastIn(whole, match.index, { name: 'password', value });
  }
}

/** Where only a word says that a value is a password, the value has to look chosen as one. */
function isStrong(value: string): boolean {
  const sorts = [/[a-z]/, /[A-Z]/, /[^\w./:-]/].filter((sort) => sort.test(value)).length;
  return (
    value.length >= 8 &&
    /\d/.test(value) &&
    sorts >= 2 &&
    isUnlikeWords(value) &&
    !/[()[\]{},]|:\/\/|^--?[a-z]/.test(value)
  );
}
