import { nextLine } from '../patchLines.ts';
import type { SecretMatch } from '../secretFinding.ts';
import { secretKindOf } from './namedValue.ts';

/** An element of XML or HTML, and an entry whose name and value are two attributes, two elements or two members. */
const element = /<([A-Za-z][\w.:-]{0,63})(?:\s[^<>]{0,200})?>(?:<!\[CDATA\[)?([^<>\r\n]{4,300}?)(?:\]\]>)?<\/(?=\1>)/g;
const entry =
  /\b(?:name|key)["']?[=:]\s*["']?([\w.:-]{1,64})\b[^<>]{0,40}?(?:\bvalue["']?[=:]\s*["']|["']>)([^"'<>\r\n]{4,300})|<key>([\w.:-]{1,64})<\/key>\s*<string>([^<>\r\n]{4,300})/g;
/** The first line of a block of YAML; its lines are deeper. A look-behind reads what is common before what is rare. */
const block = /(?<=:[ \t]{0,4})[|>][+-]?\d?[ \t]*\r?\n/g;
const blockName = /(^[ \t]*)?(?:- +)?(["']?)(?<![\w.-])([A-Za-z_][\w.-]{0,127})\2:[ \t]{0,4}$/;
/** A value in the block of its name, as in Terraform and its state. */
const valueInBlock = /(?:\bdefault|"value")\s{0,8}[:=]\s{0,8}"([^"\r\n]{4,300})"/g;
const blockOfName = /"([\w.-]{1,64})"\s{0,8}:?\s{0,8}\{[^{}]{0,300}$/;
const cookies = /\bcookie["']?:[ \t]{0,4}["']?([^"'\r\n]{8,4096})/gi;
const cookie = /(?<![\w.%-])[\w.%-]{1,128}=([\w.%+/~=-]{16,2048})/g;
const maxHead = 600;

/** Finds values whose name stands in another place than before a sign: elements, entries, blocks and cookies. */
export function* findContainedValues(text: string): Generator<SecretMatch> {
  for (const pattern of text.includes('</') ? [element, entry] : [entry]) {
    for (const { 0: whole, 1: name, 2: value, 3: key = '', 4: string = '', index } of text.matchAll(pattern)) {
      yield* lastIn(whole, index, { name: name ?? key, value: value ?? string });
    }
  }
  for (const { 0: whole, 1: value = '', index } of text.matchAll(valueInBlock)) {
    const [, name] = blockOfName.exec(text.slice(Math.max(0, index - maxHead), index)) ?? [];
    if (name !== undefined) yield* lastIn(whole, index, { name, value });
  }
  for (const { 0: whole, 1: values = '', index } of text.matchAll(cookies)) {
    const at = index + whole.length - values.length;
    for (const { 0: each, 1: value = '', index: start } of values.matchAll(cookie))
      yield* lastIn(each, at + start, { name: 'token', value });
  }
  for (const { 0: whole, index } of text.matchAll(block)) {
    const head = blockName.exec(text.slice(text.lastIndexOf('\n', index) + 1, index).slice(-maxHead));
    if (head !== null) yield* linesIn(text, index + whole.length, head[1], head[3] ?? '');
  }
}

/** @param indent before the name; `undefined` if the block is itself in a string or an element, which can end after its lines */
function* linesIn(text: string, from: number, indent: string | undefined, name: string): Generator<SecretMatch> {
  for (let at = from; at < text.length; ) {
    const end = nextLine(text, at);
    const whole = text.slice(at, end).trimEnd();
    const line = indent === undefined ? whole.replace(/["'`<].*$/, '') : whole;
    if (line.length - line.trimStart().length <= (indent?.length ?? 0)) return;
    yield* lastIn(line, at, { name, value: line.trimStart() });
    at = end;
  }
}

/** A secret by its name, where the value is the last one in what was matched at a place of the text. */
export function* lastIn(
  whole: string,
  at: number,
  named: { readonly name: string; readonly value: string },
): Generator<SecretMatch> {
  const start = at + whole.lastIndexOf(named.value);
  const kind = secretKindOf(named);
  if (kind === undefined || kind === 'high-entropy') return;
  yield { start, end: start + named.value.length, ruleId: 'contained-value', kind };
}
