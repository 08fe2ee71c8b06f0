import type { Message } from '../api/resources.ts';
import { foldText } from '../base/text/displayText.ts';
import { messageText } from './messageText.ts';

const maxFound = 100;
const maxLineCharacters = 200;

/** A message that was found, with the line that has the first word. */
export interface FoundMessage<T extends Message> {
  readonly message: T;
  readonly line: string;
}

/** Searches messages without regard to case and diacritics. Folds each message once. */
export class MessageSearch<T extends Message> {
  readonly #folded = new WeakMap<T, string>();
  readonly #authorOf: (message: T) => string;

  constructor(authorOf: (message: T) => string) {
    this.#authorOf = authorOf;
  }

  /**
   * The newest messages that have all words of a query, in their text or as their author; newest first, at most 100.
   * @param messages oldest first
   */
  find(messages: readonly T[], query: string): readonly FoundMessage<T>[] {
    const words = foldText(query).split(/\s+/).filter(Boolean);
    const [first] = words;
    if (first === undefined) return [];
    const found: FoundMessage<T>[] = [];
    for (let at = messages.length - 1; at >= 0 && found.length < maxFound; at--) {
      const message = messages[at] as T;
      const text = this.#textOf(message);
      if (words.every((word) => text.includes(word))) found.push({ message, line: lineWith(message, first) });
    }
    return found;
  }

  #textOf(message: T): string {
    const known = this.#folded.get(message);
    if (known !== undefined) return known;
    const text = foldText(`${this.#authorOf(message)}\n${messageText(message)}`);
    this.#folded.set(message, text);
    return text;
  }
}

/** The line around the first place of a word; the first line if only the author has it. */
function lineWith(message: Message, word: string): string {
  const lines = messageText(message).split(/\r?\n/);
  const line = lines.find((each) => foldText(each).includes(word)) ?? lines.find((each) => each.trim() !== '') ?? '';
  const at = Math.max(0, foldText(line).indexOf(word));
  const start = line.length > maxLineCharacters && at > maxLineCharacters / 2 ? at - maxLineCharacters / 2 : 0;
  return line.slice(start, start + maxLineCharacters).trim();
}
