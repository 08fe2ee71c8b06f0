import { escapeHtml } from '../base/text/displayText.ts';
import { hunkNumbers } from '../git/patchFormat.ts';
import { patchedFiles } from '../git/patchSections.ts';
import { languageNameOfTag } from '../snippet/languages.ts';
import { shownPath } from '../snippet/snippetHeader.ts';
import { numbersHtml } from './numbersHtml.ts';

interface PatchLook {
  /** Highlights code by its fence tag; `undefined` if it should stay plain. */
  readonly highlight: (code: string, tag: string) => string | undefined;
  /** Safe HTML at the end of the first bar. */
  readonly actions: string;
  /** Shows the headers below the bars without being asked to. */
  readonly isOpen: boolean;
}

interface PatchLine {
  readonly kind: '' | 'added' | 'removed' | 'hunk';
  readonly sign: string;
  /** Without its sign. */
  readonly text: string;
  /** Its number in the new version of the file. */
  readonly number: string;
}

/** A message has a few kilobytes. */
const maxCharacters = 100_000;

/**
 * A patch as its files: a bar with the name and the numbers of changed lines, over the folded headers, and the lines in the
 * colors of their language, with the marks of the change. All of the text is there, in its order. `undefined` for a text
 * that is no patch.
 */
export function patchHtml(patch: string, { highlight, actions, isOpen }: PatchLook): string | undefined {
  const files = patch.length > maxCharacters ? [] : patchedFiles(patch);
  const shown = files.map(({ name, start, end }, at) => {
    const text = patch.slice(at === 0 ? 0 : start, end);
    const first = /^@@ .*(?:\n|$)/m.exec(patch.slice(start, end))?.[0];
    const head =
      first === undefined ? text : text.slice(0, text.indexOf(first, text.length - (end - start)) + first.length);
    const tag = /\.(\w+)$/.exec(name)?.[1] ?? '';
    const lines = linesOf(first ?? '', text.slice(head.length));
    const details = `<details${isOpen ? ' open' : ''}><summary>${summaryOf(name, lines, tag)}</summary><div class="patchHead">${escapeHtml(head)}</div></details>`;
    return `<div class="fileBar">${details}${at === 0 ? actions : ''}</div>${lines.length === 0 ? '' : codeOf(lines, (code) => highlight(code, tag))}`;
  });
  return shown.length === 0 ? undefined : shown.join('');
}

function summaryOf(name: string, lines: readonly PatchLine[], tag: string): string {
  const count = (kind: PatchLine['kind']): number => lines.filter((line) => line.kind === kind).length;
  const language = tag === '' ? '' : ` <span class="fileDetail">${escapeHtml(languageNameOfTag(tag))}</span>`;
  return `<span class="fileName">${escapeHtml(shownPath(name))}</span> <span class="plus">+${count('added')}</span> <span class="minus">−${count('removed')}</span>${language}`;
}

/** @param first the header of the first hunk, which is not among the lines */
function linesOf(first: string, body: string): readonly PatchLine[] {
  let older = 0;
  let newer = 0;
  let next = 0;
  const begin = (header: string): boolean => {
    const hunk = hunkNumbers(header);
    if (hunk === undefined) return false;
    [, older, next, newer] = hunk;
    return true;
  };
  begin(first);
  const texts = body === '' ? [] : body.replace(/\n$/, '').split('\n');
  return texts.map((line): PatchLine => {
    const [sign = '', text] = [line.slice(0, 1), line.slice(1)];
    // What follows the last hunk is no change, whatever it begins with.
    const isAfter = older <= 0 && newer <= 0;
    if (isAfter || sign === '\\')
      return { kind: isAfter && begin(line) ? 'hunk' : '', sign: '', text: line, number: '' };
    if (sign !== '+') older -= 1;
    if (sign !== '-') newer -= 1;
    const kind = sign === '+' ? 'added' : sign === '-' ? 'removed' : '';
    return { kind, sign: sign === '\r' ? '' : sign, text, number: kind === 'removed' ? '' : `${next++}` };
  });
}

function codeOf(lines: readonly PatchLine[], highlight: (code: string) => string | undefined): string {
  const code = lines.map(({ kind, text }) => (kind === 'hunk' ? '' : text)).join('\n');
  const shown = htmlLines(highlight(code) ?? '');
  const rows = lines.map(({ kind, sign, text }, at) => {
    const html = kind === 'hunk' || shown.length !== lines.length ? escapeHtml(text) : shown[at];
    return `<span class="row ${kind}">${escapeHtml(sign)}${html}\n</span>`;
  });
  const numbers = numbersHtml(lines.map(({ number }) => number));
  return `<pre tabindex="0">${numbers}<code>${rows.join('')}</code></pre>`;
}

/** The lines of highlighted code, each with all the elements that it is in. */
function htmlLines(html: string): readonly string[] {
  const open: string[] = [];
  return html.split('\n').map((line) => {
    const start = open.join('');
    for (const [tag] of line.matchAll(/<[^>]*>/g)) {
      if (tag.startsWith('</')) open.pop();
      else open.push(tag);
    }
    return start + line + '</span>'.repeat(open.length);
  });
}
