import { isAt } from '../matchAt.ts';
import type { SecretKind, SecretMatch } from '../secretFinding.ts';
import forms from './knownForms.json' with { type: 'json' };

/** A form of keys that secretlint does not cover, or not all of. A finding goes on to the end of its token. */
interface Form {
  readonly service: string;
  readonly kind: SecretKind;
  readonly pattern: RegExp;
}

const boundary = String.raw`(?<![A-Za-z\d])`;

/** Each row has service, kind and pattern; a pattern that begins with any character also has what must be in the text. */
const plain = forms.filter(([, , , mark]) => !mark);
const loose = forms.filter(([, , , mark]) => mark);
const plainForms = plain.map((row): Form => formOf(row, 'y'));
const looseForms = loose.map((row) => ({ ...formOf(row, 'g'), mark: new RegExp(row[3] ?? '') }));
/** One search for all: in most texts it finds nothing. A sign before a form is found in half the time of a look-behind. */
const anyPlain = new RegExp(`(?:^|[^A-Za-z\\d])(${plain.map(([, , source]) => source).join('|')})`, 'g');

function formOf([service = '', kind = '', source = '']: readonly string[], flag: string): Form {
  return { service, kind: kind as SecretKind, pattern: new RegExp(`${boundary}(?:${source})`, flag) };
}

/** Finds keys and tokens with the form of a service, in the long words of a text. */
export function* findKnownForms(words: string): Generator<SecretMatch> {
  for (const { 0: whole, 1: secret = '', index } of words.matchAll(anyPlain)) {
    const start = index + whole.length - secret.length;
    const form = plainForms.find(({ pattern }) => isAt(pattern, words, start));
    if (form !== undefined) yield matchOf(form, secret, start);
  }
  for (const form of looseForms.filter(({ mark }) => mark.test(words))) {
    for (const { 0: secret, index } of words.matchAll(form.pattern)) yield matchOf(form, secret, index);
  }
}

function matchOf({ service, kind }: Form, secret: string, start: number): SecretMatch {
  return { start, end: start + secret.length, ruleId: 'known-form', kind, service };
}
