import { displayTitle } from '../../core/rooms/displayTitle.ts';

const maxCharacters = 300;

/** What a service or a program said, as one short line that is no more than text. */
export function oneLine(text: string): string {
  return displayTitle(text, maxCharacters);
}
