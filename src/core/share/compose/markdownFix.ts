import { checkMarkdown, type MarkdownConstruct, type MarkdownFinding } from '../../markdown/checkMarkdown.ts';
import { escapeInline } from '../../markdown/escapeInline.ts';
import { textLines } from '../../markdown/textLines.ts';
import { lineFixes } from './lineFixes.ts';
import { type MarkdownFix, regionFixes } from './regionFixes.ts';

/** A text is checked anew after every fix; nobody writes a message with more than this to be mended. */
const mostFixes = 200;

/**
 * Says in the service's subset [A32] what a finding says beyond it, keeping every word. A fix is tried before it is
 * offered: it must leave fewer findings than there were. `undefined` when there is none, as for code that holds a fence
 * itself.
 */
export async function fixFinding(text: string, finding: MarkdownFinding): Promise<MarkdownFix | undefined> {
  const before = (await checkMarkdown(text)).length;
  const lines = textLines(text).map((line) => line.text);
  for (const fix of candidates(lines, finding)) {
    if ((await checkMarkdown(applyFix(lines, fix))).length < before) return fix;
  }
  return undefined;
}

/** The text with every finding fixed that can be; line breaks become LF. */
export async function fixMarkdown(text: string): Promise<string> {
  let fixed = text;
  const unfixable = new Set<MarkdownConstruct>();
  for (let count = 0; count < mostFixes; count++) {
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

/** From the one that keeps most of the meaning to the one that shows the marks as they are. */
function* candidates(lines: readonly string[], { construct, line }: MarkdownFinding): Generator<MarkdownFix> {
  const at = line - 1;
  const written = lines[at] ?? '';
  for (const fixed of lineFixes[construct]?.(written) ?? []) {
    if (fixed !== written) yield { firstLine: at, endLine: at + 1, lines: [fixed] };
  }
  yield* regionFixes(construct, lines, at);
  // A longer fence holds what a shorter one cannot; its marks shown as text would be no code any more.
  if (construct !== 'long-fence') yield { firstLine: at, endLine: at + 1, lines: [shownAsText(written)] };
}

function shownAsText(line: string): string {
  return escapeInline(line.trimStart()).replace(/^([#+=|>-]|\d+(?=[.)]))/, (mark) =>
    /\d/.test(mark) ? `${mark}\\` : `\\${mark}`,
  );
}
