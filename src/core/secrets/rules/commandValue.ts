import type { SecretMatch } from '../secretFinding.ts';
import { lastIn } from './containedValue.ts';

/** `--password VALUE`, `-u NAME:VALUE` of a request, and `-p VALUE` of the programs that take a password there. */
const longOption = /--([a-z][a-z-]{0,40})[ \t]{1,4}["']?(?!--?[a-z])([^\s"'`]{4,300})/g;
const shortOption =
  /(?<=[ \t])-(?:(u|-user|a(?=[ \t]{1,4}["']?[\w.@+%-]{1,128}:))[ =]{0,4}["']?[\w.@+%-]{1,128}:|([pP])[ \t]{0,4}["']?|([akw])[ \t]{1,4}["']?)([^\s"'`]{4,300})/g;
const requests = /\b(?:curl|wget|xh|https?)[ \t]/;
const programs =
  /\b(?:mysql\w{0,9}|mariadb[\w-]{0,5}|sshpass|(?:docker|podman)[ \t]{1,4}login|helm|oras|az|redis-cli|mongo\w{0,6}|smbclient|ldap\w{1,9}|7z[ar]?)[ \t]/;
/** The programs whose `-P` and `-k` take a password. */
const programsOfLetter: Readonly<Record<string, RegExp>> = {
  P: /\b(?:sqlcmd|osql|bcp|zip|unzip)[ \t]/,
  k: /\bopenssl[ \t]/,
};
/** The value at a place of a command or an address that needs no name. */
const places: readonly RegExp[] = [
  // A line of a .pgpass, with the ports of PostgreSQL and of its poolers.
  /:(?:543\d|6432|6543|25060|\*):(?<=(?<![\w.*-])[\w.*-]{1,100}:[\d*]{1,5}:)[\w*-]{1,63}:[\w-]{1,63}:([^\s"'`|<]{4,200})/g,
  /net use(?<=\bnet use)(?:[ \t](?:[A-Z*]:?[ \t]{1,4})?\\\\\S{3,200}[ \t]{1,4}(?!\/)(\S{4,200})|r[ \t]{1,4}[\w.-]{1,64}[ \t]{1,4}(?!\/)(\S{4,200}))/gi,
  /identified by[ \t]{1,4}["']([^"'\r\n]{4,300})(?=["'])/gi,
  /ConvertTo-SecureString(?:[ \t]-String)?[ \t]{1,4}["']([^"'\r\n]{4,300})(?=["'])/gi,
];
/** The address of the MySQL driver of Go. */
const goAddress = /@(?:tcp|unix)\((?<=(?<![\w.-])[\w.-]{1,64}:([^\s@"'`/]{4,128})@\w{3,4}\()/g;
/** What a shell and Spring put in place of a missing variable. */
const fallback = /\$\{([\w.-]{1,128}):[-=]?(?![?+])([^}\s"'`]{4,200})\}/g;
const maxCommand = 600;

/** Finds values in commands: those of options, of variables that are missing, and those that need no name. */
export function* findCommandValues(text: string): Generator<SecretMatch> {
  for (const pattern of [longOption, fallback]) {
    for (const { 0: whole, 1: name = '', 2: value = '', index } of text.matchAll(pattern))
      yield* lastIn(whole, index, { name, value });
  }
  for (const { 0: whole, 1: user, 2: letter = '', 3: other = letter, 4: value = '', index } of text.matchAll(
    shortOption,
  )) {
    const before = text.slice(Math.max(0, index - maxCommand), index);
    const command = before.split(/(?<!\\[ \t\r]{0,16})\n/).at(-1) ?? '';
    const takers = user === undefined ? (programsOfLetter[other] ?? programs) : requests;
    if (takers.test(command)) yield* lastIn(whole, index, { name: 'password', value });
  }
  for (const pattern of places) {
    for (const { 0: whole, 1: first, 2: value = first ?? '', index } of text.matchAll(pattern))
      yield* lastIn(whole, index, { name: 'password', value });
  }
  if (!text.includes('@tcp(') && !text.includes('@unix(')) return;
  for (const { 1: value = '', index } of text.matchAll(goAddress))
    yield* lastIn(value, index - value.length, { name: 'password', value });
}
