import { chmodSync, closeSync, openSync } from 'node:fs';
import { DatabaseSync, type SQLInputValue, type SQLOutputValue, type StatementSync } from 'node:sqlite';
import type { Tables } from './documents.ts';

/** Incremented when tables or documents change. A data file of another version is rejected, such as 1 of early builds. */
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

type Table = keyof Tables;

/** The documents of a sandbox. Tables and conditions are constants of the callers. */
export class Database {
  readonly #sqlite: DatabaseSync;
  /** By their text: to prepare one costs more than most of them take. */
  readonly #statements = new Map<string, StatementSync>();

  constructor(sqlite: DatabaseSync) {
    this.#sqlite = sqlite;
  }

  /** The rows of a query. */
  rows(sql: string, ...values: SQLInputValue[]): Record<string, SQLOutputValue>[] {
    const statement = this.#statements.get(sql) ?? this.#sqlite.prepare(sql);
    this.#statements.set(sql, statement);
    return statement.all(...values);
  }

  /** The documents for which an SQL condition holds. */
  select<T extends Table>(table: T, condition: string, ...values: SQLInputValue[]): Tables[T][] {
    const rows = this.rows(`SELECT doc FROM ${table} WHERE ${condition}`, ...values);
    return rows.map(({ doc }) => JSON.parse(String(doc)) as Tables[T]);
  }

  /** The document with that id. */
  find<T extends Table>(table: T, id: string): Tables[T] | undefined {
    return this.select(table, 'id = ?', id)[0];
  }

  /** Adds a document, and returns it. */
  insert<T extends Table>(table: T, document: Tables[T]): Tables[T] {
    this.rows(`INSERT INTO ${table} (doc) VALUES (?)`, JSON.stringify(document));
    return document;
  }

  /** Replaces the document with the same id. */
  update<T extends Table>(table: T, document: Tables[T]): void {
    this.rows(`UPDATE ${table} SET doc = ? WHERE id = ?`, JSON.stringify(document), document.id);
  }

  /** Deletes the documents with a field of this value. */
  remove(table: Table, field: 'id' | 'grantId', value: string): void {
    this.rows(`DELETE FROM ${table} WHERE ${field} = ?`, value);
  }

  /** Runs `work` in a transaction. */
  inTransaction<T>(work: () => T): T {
    this.#sqlite.exec('BEGIN IMMEDIATE');
    try {
      const result = work();
      this.#sqlite.exec('COMMIT');
      return result;
    } catch (error) {
      this.#sqlite.exec('ROLLBACK');
      throw error;
    }
  }

  close(): void {
    this.#sqlite.close();
  }
}

/**
 * Opens the data of a sandbox: a file that survives restarts, or memory. Throws when the file belongs to another program or
 * has another schema version.
 */
export function openDatabase(file: string | undefined): Database {
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

function prepareTables(sqlite: DatabaseSync): Database {
  const database = new Database(sqlite);
  try {
    // Two sandboxes with the same file would delete each other's uploads, so the file is locked exclusively.
    sqlite.exec('PRAGMA busy_timeout = 500; PRAGMA locking_mode = EXCLUSIVE; PRAGMA journal_mode = WAL');
    sqlite.exec('PRAGMA synchronous = NORMAL');
    const version = Number(database.rows('PRAGMA user_version')[0]?.user_version);
    if (version === 0) {
      const schema = [...tables, ...indexes, `PRAGMA user_version = ${schemaVersion}`].join(';\n');
      database.inTransaction(() => sqlite.exec(schema));
    } else if (version !== schemaVersion) {
      throw new Error(`its schema has version ${version}, and this sandbox reads version ${schemaVersion}`);
    }
    return database;
  } catch (error) {
    sqlite.close();
    throw error;
  }
}
