import type { Message } from '../api/resources.ts';
import { messageText } from '../messages/messageText.ts';
import { sharedBlocksOf } from '../messages/sharedBlocks.ts';
import { firstWords } from './prose.ts';

/** A message in one line: its first words, or else where its code is from, and the first line of it. */
export function messageLine(message: Message): string {
  const words = firstWords(messageText(message));
  if (words !== '') return words;
  const [block] = sharedBlocksOf(message);
  const { path = '', startLine = 0 } = block?.origin ?? {};
  const code = block?.code.split('\n').find((line) => line.trim() !== '') ?? '';
  return [path && `${path}:${startLine}`, code.trim()].filter(Boolean).join(' ');
}
