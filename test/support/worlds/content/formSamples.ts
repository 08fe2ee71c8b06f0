import { type SecretSample, SecretSource } from '../../fakes/secretSamples.ts';
import forms from './secretForms.json' with { type: 'json' };

const letters = 'abcdefghijklmnopqrstuvwxyz';
const capitals = letters.toUpperCase();
const digits = '0123456789';
/** What a place of a template stands for: `{h:32}` is 32 hexadecimal digits. */
const alphabets: Readonly<Record<string, string>> = {
  z: letters + capitals + digits,
  u: `${letters}${capitals}${digits}-_`,
  b: `${letters}${capitals}${digits}+/`,
  h: `${digits}abcdef`,
  A: capitals + digits,
  a: letters + digits,
  9: digits,
  I: `${capitals}234567`,
  L: letters + capitals,
};
const place = /\{(\w)(?::(\d+))?\}/g;

/** One secret of each known form; its secrets are the random parts, and `{p}` is a password. */
export function formSamples(seed: number): SecretSample[] {
  const source = new SecretSource(seed);
  return forms.map(({ name, template }) => {
    const parts: string[] = [];
    const text = template.replace(place, (_, alphabet: string, length: string) => {
      const part = alphabet === 'p' ? source.password() : source.text(alphabets[alphabet] ?? '', Number(length));
      parts.push(part);
      return part;
    });
    return { name, text, secrets: parts.filter((part) => part.length > 5) };
  });
}

/** Each form filled in with one character, as documentation writes it. */
export function lookAlikes(): { readonly name: string; readonly text: string }[] {
  const filled = (template: string): string =>
    template.replace(place, (_, alphabet: string, length: string) => {
      if (alphabet === 'p') return '<password>';
      return (alphabets[alphabet]?.includes('x') ? 'x' : (alphabets[alphabet]?.at(0) ?? '')).repeat(Number(length));
    });
  // A key in Base64 has no form of its own after its first line.
  return forms
    .filter(({ name }) => !name.startsWith('Base64'))
    .map(({ name, template }) => ({ name, text: filled(template) }));
}
