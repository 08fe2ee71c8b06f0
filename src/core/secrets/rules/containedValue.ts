import { nextLine } from '../patchLines.ts';
import type { SecretMatch } from '../secretFinding.ts';
import { secretKindOf } from './namedValue.ts';

/** An element of XML or HTML, and an entry whose name and value are two attributes, two elements or two members. */
const element = /<([A-Za-z][\w.:-]{0,63})(?:\s[^<>]{0,200})?>([^<>\r\n]{4,300})<\/(?=\1>)/g;
const entry =
  /\b(?:name|key)["']?[=:]\s*["']?([\w.:-]{1,64})\b[^<>]{0,40}?(?:\bvalue["']?[=:]\s*["']|["']>)([^"'<>\r\n]{4,300})|<key>([\w.:-]{1,64})<\/key>\s*<string>([^<>\r\n]{4,300})/g;
/** The first line of a block of YAML; its lines are deeper. As below, a look-behind reads what is common before what is rare. */
const block = /(?<=:[ \t]{0,4})[|>][+-]?\d?[ \t]*\r?\n/g;
const blockName = /(^[ \t]*)?(?:- +)?(["']?)(?<![\w.-])([A-Za-z_][\w.-]{0,127})\2:[ \t]{0,4}$/;
/** `--password VALUE`, `-u NAME:VALUE` of a request, and `-p VALUE` of the programs that take a password there. */
const longOption = /--([a-z][a-z-]{0,40})[ \t]{1,4}["']?([^\s"'`]{4,300})/g;
const shortOption =
  /(?<=[ \t])-(?:(u|-user)[ =]?["']?[\w.@+%-]{1,128}:|p[ \t]{0,4}["']?|[aw][ \t]{1,4}["']?)([^\s"'`]{4,300})/g;
const requests = /\b(?:curl|wget|xh)[ \t]/;
const programs =
  /\b(?:mysql\w{0,9}|mariadb[\w-]{0,5}|sshpass|docker|podman|helm|oras|az|redis-cli|mongo\w{0,6}|smbclient|ldap\w{1,9})[ \t]/;
/** A password as the argument of a call, and as a word of SQL and of PowerShell. */
const argument =
  /(?<=\b(?:(?:set|with|use)_?)?pass(?:word|wd|phrase)[ \t]{0,2}\([ \t]{0,2}|\b(?:password|identified by|ConvertTo-SecureString(?:[ \t]-String)?)[ \t]{1,4})["']([^"'\r\n]{4,300})(?=["'])/gi;
/** A line of a .pgpass, and `net use` of Windows with a password. */
const positions =
  /(?<![\w.*-])[\w.*-]{1,100}:(?:543\d|\*):[\w*-]{1,63}:[\w-]{1,63}:([^\s"'`|<]{4,200})|\bnet use[ \t](?:[A-Z*]:?[ \t]{1,4})?\\\\\S{3,200}[ \t]{1,4}(?!\/)(\S{4,200})/gi;
const cookies = /\bcookie["']?:[ \t]{0,4}["']?([^"'\r\n]{8,4096})/gi;
const cookie = /(?<![\w.%-])[\w.%-]{1,128}=([\w.%+/~=-]{16,2048})/g;
const maxCommand = 600;

/** Finds values whose name stands in another place than before a sign: elements, blocks and options of commands. */
export function* findContainedValues(text: string): Generator<SecretMatch> {
  for (const pattern of text.includes('</') ? [element, entry, longOption] : [entry, longOption]) {
    for (const { 0: whole, 1: name, 2: value, 3: key = '', 4: string = '', index } of text.matchAll(pattern)) {
      yield* lastIn(whole, index, { name: name ?? key, value: value ?? string });
    }
  }
  for (const { 0: whole, 1: user, 2: value = '', index } of text.matchAll(shortOption)) {
    const before = text.slice(Math.max(0, index - maxCommand), index);
    const command = before.split(/(?<!\\)\r?\n/).at(-1) ?? '';
    if ((user === undefined ? programs : requests).test(command))
      yield* lastIn(whole, index, { name: 'password', value });
  }
  for (const pattern of /:(?:543\d|\*):|\bnet use /i.test(text) ? [argument, positions] : [argument]) {
    for (const { 0: whole, 1: value, 2: word = '', index } of text.matchAll(pattern))
      yield* lastIn(whole, index, { name: 'password', value: value ?? word });
  }
  for (const { 0: whole, 1: values = '', index } of text.matchAll(cookies)) {
    const at = index + whole.length - values.length;
    for (const { 0: each, 1: value = '', index: start } of values.matchAll(cookie))
      yield* lastIn(each, at + start, { name: 'token', value });
  }
  for (const { 0: whole, index } of text.matchAll(block)) {
    const head = blockName.exec(text.slice(text.lastIndexOf('\n', index) + 1, index).slice(-maxCommand));
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

function* lastIn(
  whole: string,
  at: number,
  named: { readonly name: string; readonly value: string },
): Generator<SecretMatch> {
  const start = at + whole.lastIndexOf(named.value);
  const kind = secretKindOf(named);
  if (kind === undefined || kind === 'high-entropy') return;
  yield { start, end: start + named.value.length, ruleId: 'contained-value', kind };
}
