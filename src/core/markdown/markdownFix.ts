import { checkMarkdown, type MarkdownConstruct, type MarkdownFinding } from './checkMarkdown.ts';
import { escapeInline } from './escapeInline.ts';
import { lineFixes } from './lineFixes.ts';
import { type MarkdownFix, regionFixes } from './regionFixes.ts';
import { textLines } from './textLines.ts';

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

/** From the fix that keeps most of the meaning to the one that shows the marks as text. */
function* candidates(lines: readonly string[], { construct, line }: MarkdownFinding): Generator<MarkdownFix> {
  const at = line - 1;
  const written = lines[at] ?? '';
  for (const fixed of lineFixes[construct]?.(written) ?? []) {
    if (fixed !== written) yield { firstLine: at, endLine: at + 1, lines: [fixed] };
  }
  yield* regionFixes(construct, lines, at);
  // A longer fence is needed for its content; shown as text it would no longer be code.
  if (construct !== 'long-fence') yield { firstLine: at, endLine: at + 1, lines: [shownAsText(written)] };
}

function shownAsText(line: string): string {
  return escapeInline(line.trimStart()).replace(/^([#+=|>-]|\d+(?=[.)]))/, (mark) =>
    /\d/.test(mark) ? `${mark}\\` : `\\${mark}`,
  );
}
