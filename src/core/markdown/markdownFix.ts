import { nextTurn } from '../base/scheduling/nextTurn.ts';
import { isBlankLine, textLines } from '../base/text/textLines.ts';
import { checkMarkdown, type MarkdownConstruct, type MarkdownFinding } from './checkMarkdown.ts';
import { bold, lineFixes } from './lineFixes.ts';
import { escapeInline } from './toServiceMarkdown.ts';

/** The text is checked again after every fix; this limits the work for large messages. */
const maxFixes = 200;

/**
 * Finds a fix that converts a finding to the service's subset [A32] and keeps all text. A fix must reduce the number of
 * findings. `undefined` if there is none, for example for code that contains a fence.
 */
export async function fixFinding(text: string, finding: MarkdownFinding): Promise<MarkdownFix | undefined> {
  const before = (await checkMarkdown(text)).length;
  const lines = textLines(text).map((line) => line.text);
  for (const fix of candidates(lines, finding)) {
    if ((await checkMarkdown(applyFix(lines, fix))).length < before) return fix;
  }
  return undefined;
}

/** Fixes all findings that can be fixed; line breaks become LF. */
export async function fixMarkdown(text: string): Promise<string> {
  let fixed = text;
  const unfixable = new Set<MarkdownConstruct>();
  for (let count = 0; count < maxFixes; count++) {
    await nextTurn();
    const finding = (await checkMarkdown(fixed)).find(({ construct }) => !unfixable.has(construct));
    if (finding === undefined) return fixed;
    const fix = await fixFinding(fixed, finding);
    if (fix === undefined) unfixable.add(finding.construct);
    else
      fixed = applyFix(
        textLines(fixed).map((line) => line.text),
        fix,
      );
  }
  return fixed;
}

function applyFix(lines: readonly string[], { firstLine, endLine, lines: replacement }: MarkdownFix): string {
  return [...lines.slice(0, firstLine), ...replacement, ...lines.slice(endLine)].join('\n');
}

/** What the fixes of a line do not change: code, mentions, and addresses, unless they are about links. */
const keptParts =
  /(?<![`\\])(`+)(?!`).+?(?<!`)\1(?!`)|<@(?:all|person(?:Email|Id):[^\s|<>]+\|[^|<>]+)>|(?<=\]\()(?:<[^<>]*>|[^\s<>()]+)/g;

/** From the fix that keeps most of the meaning to the one that shows the marks as text. */
function* candidates(lines: readonly string[], { construct, line }: MarkdownFinding): Generator<MarkdownFix> {
  const at = line - 1;
  const written = lines[at] ?? '';
  const kept: string[] = [];
  const isLink = /^(?:image|link-)/.test(construct);
  const hidden = (part: string): string =>
    isLink && !/^(?:`|<@)/.test(part) ? part : `\ue000${kept.push(part) - 1}\ue001`;
  const text = construct === 'long-code-delimiter' ? written : written.replace(keptParts, hidden);
  for (const line of lineFixes[construct]?.(text) ?? []) {
    const fixed = line.replace(/\ue000(\d+)\ue001/g, (whole, index) => kept[index] ?? whole);
    if (fixed !== written) yield { firstLine: at, endLine: at + 1, lines: [fixed] };
  }
  const fix = regionFixes[construct]?.(lines, at);
  if (fix !== undefined) yield fix;
  if (construct === 'raw-html' || construct === 'table') {
    const region = lines.slice(at, endOfParagraph(lines, at));
    const shown = region.map((each) => each.replace(/(?<!\\)<(?=[a-z/!?])/gi, '\\<').trimStart());
    if (construct === 'raw-html') yield replaced(at, region.length, shown);
    yield* fenced(at, region);
  }
  // A longer fence is needed for its content; shown as text it would no longer be code.
  if (construct !== 'long-fence') yield { firstLine: at, endLine: at + 1, lines: [shownAsText(written)] };
}

function shownAsText(line: string): string {
  return escapeInline(line.trimStart()).replace(/^([#+=|>-]|\d+(?=[.)]))/, (mark) =>
    /\d/.test(mark) ? `${mark}\\` : `\\${mark}`,
  );
}

/** Replacement lines for a range of lines. */
interface MarkdownFix {
  /** Zero-based. */
  readonly firstLine: number;
  /** Zero-based, exclusive. */
  readonly endLine: number;
  readonly lines: readonly string[];
}

type RegionFix = (lines: readonly string[], at: number) => MarkdownFix | undefined;

/** The best fix that spans several lines. */
const regionFixes: Readonly<Partial<Record<MarkdownConstruct, RegionFix>>> = {
  'setext-heading': underlined,
  'horizontal-rule': (_, at) => replaced(at, 1, ['']),
  'tilde-fence': shorterFence,
  'long-fence': shorterFence,
  'indented-code': indentedCode,
  'nested-list': flatList,
  'reference-link': inlineReferences,
};

function underlined(lines: readonly string[], at: number): MarkdownFix | undefined {
  const underline = lines.findIndex((line, index) => index > at && /^[\s>]*(?:=+|-+)\s*$/.test(line));
  if (underline < 0) return undefined;
  const headings = lines
    .slice(at, underline)
    .map((line) => line.replace(/^([\s>]*)(.*)$/, (_, before, text) => before + bold(text)));
  return replaced(at, underline + 1 - at, headings);
}

/** Only if no line inside would end a shorter fence. */
function shorterFence(lines: readonly string[], at: number): MarkdownFix | undefined {
  const [, before = '', fence = '', info = ''] = /^(.*?)(`{3,}|~{3,})([^`]*)$/.exec(lines[at] ?? '') ?? [];
  if (fence === '') return undefined;
  const closing = new RegExp(`^[\\s>]*${fence[0]}{${fence.length},}\\s*$`);
  const close = lines.findIndex((line, index) => index > at && closing.test(line));
  const end = close < 0 ? lines.length : close;
  const code = lines.slice(at + 1, end);
  if (code.some((line) => /^[\s>]*`{3,}/.test(line))) return undefined;
  const last = close < 0 ? '' : (lines[close] ?? '').replace(/[`~]+\s*$/, '');
  return replaced(at, end - at + (close < 0 ? 0 : 1), [`${before}\`\`\`${info}`, ...code, `${last}\`\`\``]);
}

function indentedCode(lines: readonly string[], at: number): MarkdownFix | undefined {
  let end = at;
  for (let next = at; next < lines.length; next++) {
    const line = lines[next] ?? '';
    if (/^(?: {4}|\t)/.test(line)) end = next + 1;
    else if (!isBlankLine(line)) break;
  }
  if (end === at) return undefined;
  const code = lines.slice(at, end).map((line) => line.replace(/^(?: {4}|\t)/, ''));
  const [fix] = fenced(at, code);
  return fix && { ...fix, endLine: end };
}

/** Moves the items of the inner list to the level of the outer one. */
function flatList(lines: readonly string[], at: number): MarkdownFix {
  const indentation = /^\s*/.exec(lines[at] ?? '')?.[0].length ?? 0;
  let end = at + 1;
  while (end < lines.length && (isBlankLine(lines[end] ?? '') || indentationOf(lines[end] ?? '') >= indentation)) end++;
  return replaced(
    at,
    end - at,
    lines.slice(at, end).map((line) => line.slice(Math.min(indentation, indentationOf(line)))),
  );
}

function inlineReferences(lines: readonly string[]): MarkdownFix {
  const definition = /^[\s>]{0,6}\[([^\]]+)\]:\s*<?([^\s<>]+)>?(?:\s+["'(].*)?\s*$/;
  const urls = new Map<string, string>();
  for (const line of lines) {
    const [, label, url] = definition.exec(line) ?? [];
    if (label !== undefined && url !== undefined) urls.set(label.toLowerCase(), url);
  }
  const urlOf = (label: string): string | undefined => urls.get(label.toLowerCase());
  const inlined = lines
    .filter((line) => !definition.test(line))
    .map((line) =>
      line
        .replace(/!?\[([^\][]+)\]\[([^\][]*)\]/g, (whole, text: string, label: string) => {
          const url = urlOf(label || text);
          return url === undefined ? whole : `[${text}](<${url}>)`;
        })
        .replace(/\[([^\][]+)\](?![([:])/g, (whole, label: string) => {
          const url = urlOf(label);
          return url === undefined ? whole : `[${label}](<${url}>)`;
        }),
    );
  return replaced(0, lines.length, inlined);
}

function* fenced(at: number, code: readonly string[]): Generator<MarkdownFix> {
  if (code.some((line) => line.includes('```'))) return;
  yield replaced(at, code.length, ['```', ...code, '```']);
}

function endOfParagraph(lines: readonly string[], at: number): number {
  const end = lines.findIndex((line, index) => index > at && isBlankLine(line));
  return end < 0 ? lines.length : end;
}

function indentationOf(line: string): number {
  return /^\s*/.exec(line)?.[0].length ?? 0;
}

function replaced(firstLine: number, count: number, lines: readonly string[]): MarkdownFix {
  return { firstLine, endLine: firstLine + count, lines };
}
