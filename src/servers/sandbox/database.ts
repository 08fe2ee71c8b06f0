import { chmodSync, closeSync, openSync } from 'node:fs';
import { DatabaseSync, type SQLInputValue } from 'node:sqlite';
import type { Tables } from './documents.ts';

/** Incremented when tables or documents change. A data file of another version is rejected. */
const schemaVersion = 2;

/** The fields of documents that queries use, besides `id`. */
const fields: Readonly<Record<keyof Tables, readonly string[]>> = {
  people: ['email', 'sortName'],
  rooms: ['lastActivity'],
  memberships: ['roomId', 'personId', 'created'],
  messages: ['roomId', 'created'],
  contents: [],
  integrations: [],
  credentials: ['grantId'],
  brokers: [],
};

/** `seq` increases with every document, so that those of the same millisecond stay in order. */
const tables = Object.entries(fields).map(
  ([table, names]) =>
    `CREATE TABLE ${table} (seq INTEGER PRIMARY KEY, doc TEXT NOT NULL, id TEXT AS (doc ->> 'id') UNIQUE
      ${names.map((name) => `, ${name} TEXT AS (doc ->> '${name}')`).join('')}) STRICT`,
);

const indexes = [
  'CREATE UNIQUE INDEX people_by_email ON people (email COLLATE NOCASE)',
  'CREATE INDEX people_by_name ON people (sortName, id)',
  'CREATE INDEX rooms_by_activity ON rooms (lastActivity, id)',
  'CREATE UNIQUE INDEX memberships_by_room ON memberships (roomId, personId)',
  'CREATE INDEX memberships_by_person ON memberships (personId, roomId)',
  'CREATE INDEX messages_by_room ON messages (roomId, created, seq)',
  'CREATE INDEX credentials_by_grant ON credentials (grantId)',
];

/** The documents for which an SQL condition holds. Identifiers and conditions are constants of the callers. */
export function select<Table extends keyof Tables>(
  database: DatabaseSync,
  table: Table,
  condition: string,
  ...values: SQLInputValue[]
): Tables[Table][] {
  const rows = database.prepare(`SELECT doc FROM ${table} WHERE ${condition}`).all(...values);
  return rows.map(({ doc }) => JSON.parse(String(doc)) as Tables[Table]);
}

/** The document with that id. */
export function find<Table extends keyof Tables>(
  database: DatabaseSync,
  table: Table,
  id: string,
): Tables[Table] | undefined {
  return select(database, table, 'id = ?', id)[0];
}

/** Adds a document, and returns it. */
export function insert<Table extends keyof Tables>(
  database: DatabaseSync,
  table: Table,
  document: Tables[Table],
): Tables[Table] {
  database.prepare(`INSERT INTO ${table} (doc) VALUES (?)`).run(JSON.stringify(document));
  return document;
}

/** Replaces the document with the same id. */
export function update<Table extends keyof Tables>(
  database: DatabaseSync,
  table: Table,
  document: Tables[Table],
): void {
  database.prepare(`UPDATE ${table} SET doc = ? WHERE id = ?`).run(JSON.stringify(document), document.id);
}

/** Deletes the documents with a field of this value. */
export function remove(database: DatabaseSync, table: keyof Tables, field: 'id' | 'grantId', value: string): void {
  database.prepare(`DELETE FROM ${table} WHERE ${field} = ?`).run(value);
}

/**
 * Opens the data of a sandbox: a file that survives restarts, or memory. Throws when the file belongs to another program or
 * has another schema version.
 */
export function openDatabase(file: string | undefined): DatabaseSync {
  if (file === undefined) return prepareTables(new DatabaseSync(':memory:'));
  try {
    // The file contains tokens and messages, so only its owner may read it. SQLite gives its other files the same mode.
    closeSync(openSync(file, 'a', 0o600));
    chmodSync(file, 0o600);
    return prepareTables(new DatabaseSync(file));
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error);
    throw new Error(`The data file ${file} cannot be used: ${reason}`, { cause: error });
  }
}

function prepareTables(database: DatabaseSync): DatabaseSync {
  try {
    // Two sandboxes with the same file would delete each other's uploads, so the file is locked exclusively.
    database.exec('PRAGMA busy_timeout = 500; PRAGMA locking_mode = EXCLUSIVE; PRAGMA journal_mode = WAL');
    database.exec('PRAGMA synchronous = NORMAL');
    const version = Number(database.prepare('PRAGMA user_version').get()?.user_version);
    if (version === 0) {
      const schema = [...tables, ...indexes, `PRAGMA user_version = ${schemaVersion}`].join(';\n');
      inTransaction(database, () => database.exec(schema));
    } else if (version !== schemaVersion) {
      throw new Error(`its schema has version ${version}, and this sandbox reads version ${schemaVersion}`);
    }
    return database;
  } catch (error) {
    database.close();
    throw error;
  }
}

/** Runs `work` in a transaction. */
export function inTransaction<T>(database: DatabaseSync, work: () => T): T {
  database.exec('BEGIN IMMEDIATE');
  try {
    const result = work();
    database.exec('COMMIT');
    return result;
  } catch (error) {
    database.exec('ROLLBACK');
    throw error;
  }
}
