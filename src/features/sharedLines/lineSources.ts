import { messageTextOf } from '../../core/outbox/shareRecord.ts';
import { firstWords } from '../../core/sharedLines/firstWords.ts';
import { KnownLines } from '../../core/sharedLines/knownLines.ts';
import { linesOfShares } from '../../core/sharedLines/linesOfShares.ts';
import type { MessageLines } from '../../core/sharedLines/messageLines.ts';
import type { Services } from '../../host/services.ts';

const hiddenKey = 'sharedLines.hidden';
const maxHidden = 500;

export type LineSourcePorts = Pick<Services, 'outbox' | 'sentContents' | 'readLines' | 'rooms' | 'workspaceMemory'>;

/** The shared lines that are known of the account in use, but for the hidden ones. Nothing is requested. */
export class LineSources {
  readonly #ports: LineSourcePorts;
  #known: KnownLines | undefined;

  constructor(ports: LineSourcePorts) {
    this.#ports = ports;
  }

  get known(): KnownLines {
    this.#known ??= this.#collect();
    return this.#known;
  }

  /** Collects the lines again when they are next needed. */
  forget(): void {
    this.#known = undefined;
  }

  /** Messages whose marks the user has hidden in this workspace. */
  get hidden(): readonly string[] {
    return this.#ports.workspaceMemory.get<readonly string[]>(hiddenKey) ?? [];
  }

  async hide(messageId: string): Promise<void> {
    await this.#setHidden([...this.hidden.filter((id) => id !== messageId), messageId].slice(-maxHidden));
  }

  async showHidden(): Promise<void> {
    await this.#setHidden(undefined);
  }

  async #setHidden(ids: readonly string[] | undefined): Promise<void> {
    await this.#ports.workspaceMemory.update(hiddenKey, ids);
    this.forget();
  }

  #collect(): KnownLines {
    const { outbox, readLines, rooms } = this.#ports;
    const hidden = new Set(this.hidden);
    const isShown = ({ message }: MessageLines): boolean =>
      message.accountId === rooms.accountId && !hidden.has(message.messageId);
    const own = linesOfShares(outbox.snapshot.shares, (id) => this.#wordsOf(id));
    return new KnownLines(own.filter(isShown), readLines.all.filter(isShown));
  }

  #wordsOf(shareId: string): string {
    const content = this.#ports.sentContents.get(shareId)?.content;
    return content === undefined ? '' : firstWords(messageTextOf(content));
  }
}
