import { firstLineOf } from '../messages/messageText.ts';
import { proseLines } from './prose.ts';

/** The first words of a message that are neither code nor above it; empty if there are none. */
export function firstWords(markdown: string): string {
  return firstLineOf(proseLines(markdown).join('\n'));
}
