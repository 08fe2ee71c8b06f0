import { fenceCode } from '../snippet/fence.ts';
import { showHiddenCharacters } from '../snippet/hiddenCharacters.ts';

/**
 * Fences untrusted text for a language model: in a fence that the text cannot end, with all hidden characters visible,
 * so that the user sees everything that the model reads.
 * @param label describes the content: letters, digits and hyphens
 */
export function fenceUntrustedText(text: string, label: string): string {
  return fenceCode(visibleText(text), label).markdown;
}

/** Converts line breaks to LF, keeps tabs, and shows control and invisible characters as `‹U+202E›`. */
export function visibleText(text: string): string {
  return text.replaceAll('\r\n', '\n').replace(/[^\n\t]+/g, showHiddenCharacters);
}

/** Escapes a line of text, such as a title, for Markdown, so that it contains no markup, link or icon. */
export function escapeMarkdown(line: string): string {
  return line.replace(/[!-/:-@[-`{-~]/g, '\\$&');
}
