import { fenceCode } from '../fence.ts';
import { showHiddenCharacters } from '../hiddenCharacters.ts';

/**
 * What other people wrote, as a language model may read it: in a fence that nothing in it can end, with every hidden
 * character made visible, so that nobody can speak to the model past the reader.
 * @param label says what it is: letters, digits and hyphens
 */
export function fenceUntrustedText(text: string, label: string): string {
  return fenceCode(visibleText(text), label).markdown;
}

/** The text with LF between its lines, tabs kept, and control and invisible characters written as `‹U+202E›`. */
export function visibleText(text: string): string {
  return text.replaceAll('\r\n', '\n').replace(/[^\n\t]+/g, showHiddenCharacters);
}

/** One line of text, such as a title, as Markdown in which nothing of it is markup, a link or an icon. */
export function escapeMarkdown(line: string): string {
  return line.replace(/[!-/:-@[-`{-~]/g, '\\$&');
}
