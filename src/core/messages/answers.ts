import { dropOldest } from '../base/dropOldest.ts';
import { Emitter } from '../base/emitter.ts';

const maxMessages = 500;
const maxReplies = 100;
const maxPostponed = 200;

/** A reply of another person. The name is not safe to display. */
export interface Answer {
  readonly messageId: string;
  readonly author: string;
  /** Milliseconds since the epoch. */
  readonly createdMs: number;
}

/** What is known of the replies to a message. */
export interface KnownAnswers extends Omit<Answer, 'messageId'> {
  readonly count: number;
  /** The person who asked has replied that a suggestion is applied. */
  readonly isDone: boolean;
}

interface AnswersPorts {
  /** Until when messages wait for no answer, by their ids, for all windows. */
  readonly postponed: {
    read(): Readonly<Record<string, number>>;
    write(value: Readonly<Record<string, number>>): Promise<void>;
  };
  readonly clock: { now(): number };
}

/** The replies to messages, as far as this window has read them: nothing is requested for it. */
export class Answers {
  readonly #ports: AnswersPorts;
  readonly #changes = new Emitter<void>();
  /** By the message that is replied to, then by reply. */
  readonly #replies = new Map<string, Map<string, Answer>>();
  readonly #done = new Set<string>();
  /** When another person wrote last, by room. */
  readonly #latest = new Map<string, number>();

  readonly onDidChange = this.#changes.event;

  constructor(ports: AnswersPorts) {
    this.#ports = ports;
  }

  note(parentId: string, answer: Answer): void {
    const known = this.#replies.get(parentId) ?? new Map<string, Answer>();
    if (known.has(answer.messageId)) return;
    known.set(answer.messageId, answer);
    this.#replies.set(parentId, known);
    dropOldest(known, maxReplies);
    dropOldest(this.#replies, maxMessages);
    this.#changes.fire();
  }

  /** A reply was deleted. */
  forget(parentId: string, messageId: string): void {
    if (this.#replies.get(parentId)?.delete(messageId)) this.#changes.fire();
  }

  /** @param isDone a suggestion for a message is applied, as the person who asked says */
  noteDone(messageId: string, isDone: boolean): void {
    if (this.#done.has(messageId) === isDone) return;
    if (isDone) this.#done.add(messageId);
    else this.#done.delete(messageId);
    this.#changes.fire();
  }

  /** Another person has written in a room. */
  noteRoom(roomId: string, createdMs: number): void {
    if (createdMs <= this.lastInRoom(roomId)) return;
    this.#latest.set(roomId, createdMs);
    dropOldest(this.#latest, maxMessages);
    this.#changes.fire();
  }

  /** When another person wrote last, as far as it was read; 0 if not. */
  lastInRoom(roomId: string): number {
    return this.#latest.get(roomId) ?? 0;
  }

  /** The number of replies, and the newest one. */
  of(messageId: string): KnownAnswers | undefined {
    const replies = [...(this.#replies.get(messageId)?.values() ?? [])];
    const [newest] = replies.toSorted((one, other) => other.createdMs - one.createdMs);
    return newest && { ...newest, count: replies.length, isDone: this.#done.has(messageId) };
  }

  isPostponed(messageId: string): boolean {
    return (this.#ports.postponed.read()[messageId] ?? 0) > this.#ports.clock.now();
  }

  /** @param untilMs milliseconds since the epoch; absent: without an end */
  async postpone(messageId: string, untilMs = Number.MAX_SAFE_INTEGER): Promise<void> {
    const { [messageId]: _, ...others } = this.#ports.postponed.read();
    const kept = [...Object.entries(others), [messageId, untilMs] as const].slice(-maxPostponed);
    await this.#ports.postponed.write(Object.fromEntries(kept));
    this.#changes.fire();
  }

  /** Forgets the replies, when an account signs out. */
  clear(): void {
    this.#replies.clear();
    this.#done.clear();
    this.#latest.clear();
    this.#changes.fire();
  }
}
