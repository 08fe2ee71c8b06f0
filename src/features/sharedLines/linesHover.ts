import { Hover, type HoverProvider, l10n, MarkdownString, type Position, Range, type TextDocument } from 'vscode';
import { escapeMarkdown } from '../../core/base/text/displayText.ts';
import { hoverText } from './hoverText.ts';
import type { LineMarks } from './lineMarks.ts';
import type { TextPorts } from './markText.ts';

/** The most messages in one hover. */
const maxShown = 5;

/** What is known of the messages that share the lines which begin where the mouse is. */
export class LinesHover implements HoverProvider {
  readonly #marks: Pick<LineMarks, 'in'>;
  readonly #ports: TextPorts;

  constructor(marks: Pick<LineMarks, 'in'>, ports: TextPorts) {
    this.#marks = marks;
    this.#ports = ports;
  }

  provideHover({ uri }: TextDocument, { line }: Position): Hover | undefined {
    const marks = this.#marks
      .in(uri)
      .filter(({ range }) => range.startLine === line + 1)
      .sort((one, other) => other.lines.message.createdMs - one.lines.message.createdMs);
    const [first] = marks;
    if (first === undefined) return undefined;
    const shown = marks.slice(0, maxShown).map((mark) => hoverText(mark, this.#ports));
    const more =
      marks.length > maxShown
        ? [plain(l10n.t('{0} more in “Shared Lines in This File”', marks.length - maxShown))]
        : [];
    return new Hover([...shown, ...more], new Range(line, 0, first.range.endLine - 1, Number.MAX_SAFE_INTEGER));
  }
}

function plain(text: string): MarkdownString {
  return new MarkdownString(escapeMarkdown(text));
}
