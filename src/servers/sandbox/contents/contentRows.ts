import type { DatabaseSync } from 'node:sqlite';
import { execute, selectAll, selectOne } from '../db/database.ts';

/** A file attached to a message, as kept. */
export interface ContentRow {
  readonly id: string;
  readonly message_id: string;
  readonly room_id: string;
  readonly name: string;
  readonly media_type: string;
  readonly byte_length: number;
  readonly sha256: string;
  readonly stored_as: string;
}

export function insertContent(database: DatabaseSync, content: ContentRow): void {
  execute(
    database,
    `INSERT INTO contents (id, message_id, room_id, name, media_type, byte_length, sha256, stored_as)
     VALUES (?, ?, ?, ?, ?, ?, ?, ?)`,
    content.id,
    content.message_id,
    content.room_id,
    content.name,
    content.media_type,
    content.byte_length,
    content.sha256,
    content.stored_as,
  );
}

export function findContent(database: DatabaseSync, id: string): ContentRow | undefined {
  return selectOne<ContentRow>(database, 'SELECT * FROM contents WHERE id = ?', id);
}

export function contentsOfMessage(database: DatabaseSync, messageId: string): ContentRow[] {
  return selectAll<ContentRow>(database, 'SELECT * FROM contents WHERE message_id = ?', messageId);
}

/** The names of all files that belong to a message. */
export function storedNames(database: DatabaseSync): Set<string> {
  const rows = selectAll<{ stored_as: string }>(database, 'SELECT stored_as FROM contents');
  return new Set(rows.map((row) => row.stored_as));
}
