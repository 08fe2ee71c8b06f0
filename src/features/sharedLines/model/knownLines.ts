import { fileNameOf, isOfFile, type MessageLines, type OpenFile } from '../../../core/lines/messageLines.ts';

/** All shared lines that are known, by the name of their file. */
export class KnownLines {
  readonly #byName: ReadonlyMap<string, readonly MessageLines[]>;

  /**
   * @param own from this computer, whose place is certain
   * @param read of messages that were read, which say more about a message that was sent from here
   */
  constructor(own: readonly MessageLines[], read: readonly MessageLines[]) {
    const messages = new Map(read.map(({ message }) => [message.messageId, message]));
    const idOf = ({ message, digest }: MessageLines): string => `${message.messageId} ${digest}`;
    const commits = new Map(read.map((lines) => [idOf(lines), lines.place.commit]));
    // The record of a share has the lines that were sent first.
    const sentNow = own.filter((lines) => !messages.get(lines.message.messageId)?.isEdited || commits.has(idOf(lines)));
    const sent = new Set(sentNow.map(({ message }) => message.messageId));
    const known = sentNow.map((lines) => ({
      ...lines,
      place: { ...lines.place, commit: commits.get(idOf(lines)) ?? lines.place.commit },
      message: { ...lines.message, ...messages.get(lines.message.messageId), author: '' },
    }));
    const all = [...known, ...read.filter(({ message }) => !sent.has(message.messageId))];
    this.#byName = Map.groupBy(all, ({ place }) => fileNameOf(place));
  }

  /** The lines that may be of a file with this name. */
  named(fileName: string): readonly MessageLines[] {
    return this.#byName.get(fileName) ?? [];
  }

  of(file: OpenFile): readonly MessageLines[] {
    const found = [file.file, ...file.paths].flatMap((path) => this.named(path.split(/[\\/]/).at(-1) ?? ''));
    return [...new Set(found)].filter(({ place }) => isOfFile(place, file));
  }
}
