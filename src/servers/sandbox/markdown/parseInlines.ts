import type { Inline } from './ast.ts';
import { EmphasisStack } from './emphasisStack.ts';

const mention = /<@(?:(personEmail|personId):([^|<>\s]+)(?:\|([^<>\n]*))?|(all))>/y;
const link = /\[([^[\]\n]+)\]\((?:<([^<>\n]*)>|([^()\s<>]*(?:\([^()\s<>]*\)[^()\s<>]*)*))\)/y;
const allowedUrl = /^(?:https?:\/\/|mailto:)\S+$/i;
// A run of spaces is looked at from its beginning only.
const special = /[`*[<]|(?<! ) {2,}\n/g;

/** Reads the inline marks of one block. A mark without its end stays text. Takes time in proportion to the text. */
export function parseInlines(source: string): Inline[] {
  const stack = new EmphasisStack();
  const lastBacktick = source.lastIndexOf('`');
  let at = 0;
  while (at < source.length) {
    special.lastIndex = at;
    const start = special.exec(source)?.index ?? source.length;
    if (start > at) stack.text(source.slice(at, start));
    if (start >= source.length) break;
    at = takeMark(source, start, { stack, lastBacktick });
  }
  return stack.finish();
}

/** Reads the mark at `at`, or one character of text; returns where to go on. */
function takeMark(source: string, at: number, tools: { stack: EmphasisStack; lastBacktick: number }): number {
  const { stack, lastBacktick } = tools;
  const character = source[at] ?? '';
  if (character === ' ') {
    const end = source.indexOf('\n', at) + 1;
    stack.push({ kind: 'break' });
    return end;
  }
  if (character === '*') return takeStars(source, at, stack);
  if (character === '`' && at < lastBacktick) {
    const end = source.indexOf('`', at + 1);
    if (end > at + 1) {
      stack.push({ kind: 'code', text: source.slice(at + 1, end) });
      return end + 1;
    }
  }
  const found = character === '[' ? takeLink(source, at) : character === '<' ? takeMention(source, at) : undefined;
  if (found === undefined) {
    stack.text(character);
    return at + 1;
  }
  stack.push(found.inline);
  return found.end;
}

function takeStars(source: string, at: number, stack: EmphasisStack): number {
  let end = at;
  while (source[end] === '*') end += 1;
  const isSpace = (character: string | undefined) => character === undefined || /\s/.test(character);
  stack.stars(end - at, { canClose: !isSpace(source[at - 1]), canOpen: !isSpace(source[end]) });
  return end;
}

function takeLink(source: string, at: number): { inline: Inline; end: number } | undefined {
  link.lastIndex = at;
  const match = link.exec(source);
  const url = match?.[2] ?? match?.[3] ?? '';
  // Only addresses a reader can follow safely: `javascript:` and the like stay text.
  if (match === null || !allowedUrl.test(url)) return undefined;
  return { inline: { kind: 'link', url, children: parseInlines(match[1] ?? '') }, end: link.lastIndex };
}

function takeMention(source: string, at: number): { inline: Inline; end: number } | undefined {
  mention.lastIndex = at;
  const match = mention.exec(source);
  if (match === null) return undefined;
  const end = mention.lastIndex;
  if (match[4] !== undefined) return { inline: { kind: 'mentionAll' }, end };
  const key = match[2] ?? '';
  const by = match[1] === 'personId' ? 'personId' : 'personEmail';
  return { inline: { kind: 'mention', by, key, label: match[3] ?? '' }, end };
}
