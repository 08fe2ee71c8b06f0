import type { Message } from '../api/resources.ts';
import { type PathSeparator, relativePathParts } from '../base/paths.ts';
import { unescapeMarkdown } from '../base/text/displayText.ts';
import { type EditorLink, isGitFolderName } from '../git/editorLink.ts';
import type { LineRange } from '../git/lineMap.ts';
import { parsePermalink } from '../git/parsePermalink.ts';
import { messageText } from '../messages/messageText.ts';
import { isPatchTag, type SharedBlock } from '../messages/sharedBlocks.ts';
import { proseLines } from './prose.ts';

/** Lines of a file that the words or the code of a message name. Another person wrote it. */
export interface MessagePlace {
  /** As it is written, or the address of a link. */
  readonly text: string;
  /** With `/`. Where it begins with one, the beginning can be a folder of another computer. */
  readonly path: string;
  readonly range: LineRange;
  /** For an address of a git host. */
  readonly link?: EditorLink;
}

/** A message of the service is shorter [X13]. */
const maxCharacters = 10_000;
const maxPlaces = 50;
const maxMatches = 500;
const maxParts = 40;

/** A letter can be several characters, as é on a Mac. */
const name = String.raw`[\p{L}\p{M}\p{N}_@.+$-]`;
/** Web frameworks begin a name with a parameter so: `[id]`, `[[...path]]`. */
const part = String.raw`(?:\[{1,2}${name}+\]{1,2}${name}*|${name}+)`;
/** Or have a folder that is no part of the address: `(shop)`. */
const folder = String.raw`(?:${part}|\(${name}+\))[\\/]+`;
/** The last name has an extension, unless the file is one that never has. */
const file = String.raw`(?:${part}\.\p{L}\w{0,9}|Makefile|Dockerfile)`;
const address = String.raw`https?:\/\/[^\s<>"']*[^\s<>"'.,;:!?)\]}]`;
const python = String.raw`File "(?<quoted>[^"\n]{1,500})", line (?<quotedLine>\d{1,7})`;
/** No path begins inside another, so that each is read once and the end of one is not taken for a whole one. */
const path = String.raw`(?<!${name}|[\\/\])}~#])(?<path>(?:file:\/\/|~)?(?:[A-Za-z]:(?=[\\/]))?[\\/]*(?:${folder})*${file})`;
/** `:3`, `:3:14`, `:3–7`, `(3,14)`, `:line 3`, ` on line 3`, `#L3-L7`. */
const position = String.raw`(?<before>:line |:| on line |#L|\()(?<line>\d{1,7})(?<after>(?:[:,]\d{1,7})?\)?)(?:[-–]L?(?<end>\d{1,7}))?`;
const pattern = new RegExp(`(?<address>${address})|${python}|${path}${position}`, 'gu');

/** In other languages `a.b(3)` is a call. */
const inParentheses = /\.(?:[cm]?[jt]sx?|cs|vb|fs|php|c|cc|cpp|h|hpp|vue|svelte|xaml|razor|\w*proj)$/iu;

/**
 * The places that a message names outside the headers of Roomside, in the order of its text: addresses of git hosts, frames of
 * stack traces, places of compilers, and paths with a line.
 * @param blocks those of `sharedBlocksOf`
 * @param hosts see `gitHostKind`
 */
export function placesOfMessage(
  message: Message,
  blocks: readonly Pick<SharedBlock, 'code' | 'language'>[],
  hosts: Readonly<Record<string, unknown>>,
): readonly MessagePlace[] {
  const prose = proseLines(messageText(message).slice(0, maxCharacters)).join('\n');
  const code = blocks.flatMap((block) => (isPatchTag(block.language) ? [] : block.code));
  // As the engine shows it.
  const text = [unescapeMarkdown(prose), ...code].join('\n').slice(0, maxCharacters);
  const places = new Map<string, MessagePlace>();
  let matchCount = 0;
  for (const found of text.matchAll(pattern)) {
    const place = found.groups?.address === undefined ? pathPlace(found) : addressPlace(found[0], hosts);
    if (place !== undefined && !places.has(place.text)) places.set(place.text, place);
    matchCount += 1;
    if (places.size === maxPlaces || matchCount === maxMatches) break;
  }
  return [...places.values()];
}

function addressPlace(text: string, hosts: Readonly<Record<string, unknown>>): MessagePlace | undefined {
  const link = parsePermalink(text, hosts);
  const [range] = link?.lines ?? [];
  return link && range && { text: URL.parse(text)?.href ?? text, path: link.path, range, link };
}

function pathPlace({ 0: whole, groups = {}, index, input }: RegExpExecArray): MessagePlace | undefined {
  const { quoted, quotedLine, before, after = '', end, line = quotedLine } = groups;
  const written = quoted ?? groups.path ?? '';
  const isCall = before === '(' && !(after.endsWith(')') && inParentheses.test(written));
  // A parenthesis around the place is not a part of it.
  const isAround = before !== '(' && after.endsWith(')') && end === undefined;
  const text = isAround ? whole.slice(0, -1) : whole;
  const found = before === ':' && input[index - 1] === '(' ? javaPath(input.slice(0, index), written) : undefined;
  const startLine = Number(line);
  if (isCall || startLine === 0) return undefined;
  const range = { startLine, endLine: Math.max(startLine, Number(end ?? 0)) };
  return { text, path: found ?? plainPath(written), range };
}

function plainPath(written: string): string {
  const slashes = written.replace(/\\/g, '/').replace(/^(?:file:\/\/|~)?(?:[A-Za-z]:(?=\/))?/, '');
  // What is above the folder in which a program ran is not known.
  const below = slashes.replace(/^(?:\.\.?\/+)+/, (dots) => (dots.includes('..') ? '/' : ''));
  return below.replace(/\/(?:\.?\/)+/g, '/');
}

/** A frame of Java names the package, and the file without its folders: `at org.tides.Gauge.read(Gauge.java:3)`. */
function javaPath(before: string, file: string): string | undefined {
  const [, className = ''] = /([\w$.]+)\.[\w$<>]+\($/.exec(before.slice(-300)) ?? [];
  const folders = className.split('.').slice(0, -1);
  return /[\\/]/.test(file) || folders.length === 0 ? undefined : [...folders, file].join('/');
}

/**
 * The paths in an open folder that a place can mean, the longest first: a path from another computer ends in one of them.
 * Nothing leads out of the folder, to another computer, to a device, or into the folder of git.
 */
export function placePaths({ path }: MessagePlace, separator: PathSeparator): readonly (readonly string[])[] {
  const parts = path.split('/');
  const isWhole = parts[0] === '';
  const below = isWhole ? parts.slice(1) : parts;
  if (below.length > maxParts) return [];
  // The name alone says too little.
  const paths = isWhole ? below.slice(1).map((_, at) => below.slice(at)) : [below];
  return paths.filter((each) => {
    return relativePathParts(each.join('/'), separator) !== undefined && !each.some(isGitFolderName);
  });
}
