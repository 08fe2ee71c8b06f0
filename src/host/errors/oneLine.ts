import { displayTitle } from '../../core/base/text/displayTitle.ts';

const maxCharacters = 300;

/** Text from a service or a program, as one short line of plain text. */
export function oneLine(text: string): string {
  return displayTitle(text, maxCharacters);
}
