import type { DatabaseSync } from 'node:sqlite';
import { execute, selectOne, wholeText } from '../db/database.ts';

/** A message as kept. */
export interface MessageRow {
  /** Rises with every message; two of one millisecond keep their order. */
  readonly seq: number;
  readonly id: string;
  readonly room_id: string;
  readonly person_id: string;
  readonly text: string | null;
  readonly markdown: string | null;
  readonly html: string | null;
  /** JSON list of person ids. */
  readonly mentioned_people: string;
  readonly mentions_all: number;
  readonly created: number;
}

/** A message with what its resource shows of author and room. */
export type MessageWithAuthor = MessageRow & { readonly person_email: string; readonly room_type: string };

/** In place of those in `x.*`: the last column of a name counts. */
const texts = ['text', 'markdown', 'html'].map((column) => wholeText('x', column)).join(', ');

/** Selects messages with author and room; a WHERE follows. */
export const selectMessages = `SELECT x.*, ${texts}, p.email AS person_email, r.type AS room_type
  FROM messages x JOIN people p ON p.id = x.person_id JOIN rooms r ON r.id = x.room_id`;

export function insertMessage(database: DatabaseSync, message: Omit<MessageRow, 'seq'>): void {
  execute(
    database,
    `INSERT INTO messages (id, room_id, person_id, text, markdown, html, mentioned_people, mentions_all, created)
     VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?)`,
    message.id,
    message.room_id,
    message.person_id,
    message.text,
    message.markdown,
    message.html,
    message.mentioned_people,
    message.mentions_all,
    message.created,
  );
}

export function findMessage(database: DatabaseSync, id: string): MessageWithAuthor | undefined {
  return selectOne<MessageWithAuthor>(database, `${selectMessages} WHERE x.id = ?`, id);
}

/** Deletes a message and the records of its files; their bytes are the caller's to remove. */
export function deleteMessageRows(database: DatabaseSync, id: string): void {
  execute(database, 'DELETE FROM contents WHERE message_id = ?', id);
  execute(database, 'DELETE FROM messages WHERE id = ?', id);
}
