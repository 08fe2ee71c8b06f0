import { chmodSync, closeSync, openSync } from 'node:fs';
import { DatabaseSync, type SQLInputValue, type SQLOutputValue } from 'node:sqlite';
import { addedSchema, schema, schemaVersion } from './schema.ts';

/** All rows of a query. The caller names the row's type: the tables are ours and strict. */
export function selectAll<Row>(database: DatabaseSync, sql: string, ...values: SQLInputValue[]): Row[] {
  return database
    .prepare(sql)
    .all(...values)
    .map(withText) as Row[];
}

/** The first row of a query, if there is one. */
export function selectOne<Row>(database: DatabaseSync, sql: string, ...values: SQLInputValue[]): Row | undefined {
  const row = database.prepare(sql).get(...values);
  return row && (withText(row) as Row);
}

/**
 * Selects a text column as bytes, under its own name: Node 22 cuts a text at its first NUL character when it reads it.
 * The column comes back as text.
 */
export function wholeText(table: string, column: string): string {
  return `CAST(${table}.${column} AS BLOB) AS ${column}`;
}

/** The tables hold no other bytes than those of `wholeText`. */
function withText(row: Record<string, SQLOutputValue>): Record<string, SQLOutputValue> {
  for (const [name, value] of Object.entries(row)) {
    if (value instanceof Uint8Array) row[name] = Buffer.from(value).toString('utf8');
  }
  return row;
}

/** Runs a statement; returns how many rows it changed. */
export function execute(database: DatabaseSync, sql: string, ...values: SQLInputValue[]): number {
  return Number(database.prepare(sql).run(...values).changes);
}

/**
 * Opens the data of a sandbox: a file that survives restarts, or memory.
 * Throws when the file is another program's, or of another version of the schema.
 */
export function openDatabase(file: string | undefined): DatabaseSync {
  if (file === undefined) return prepareTables(new DatabaseSync(':memory:'));
  try {
    // Tokens and messages are in it: for its owner alone. SQLite gives its other files the same mode.
    closeSync(openSync(file, 'a', 0o600));
    chmodSync(file, 0o600);
    const database = new DatabaseSync(file);
    return prepareTables(database);
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error);
    throw new Error(`The data file ${file} cannot be used: ${reason}`, { cause: error });
  }
}

function prepareTables(database: DatabaseSync): DatabaseSync {
  try {
    // Two sandboxes on one file would each clear away the uploads of the other, so the file is held alone.
    database.exec('PRAGMA busy_timeout = 500; PRAGMA locking_mode = EXCLUSIVE; PRAGMA journal_mode = WAL');
    database.exec('PRAGMA synchronous = NORMAL; PRAGMA foreign_keys = ON');
    const version = Number(database.prepare('PRAGMA user_version').get()?.user_version);
    if (version === 0) {
      inTransaction(database, () => database.exec(`${schema}; PRAGMA user_version = ${schemaVersion}`));
    } else if (version !== schemaVersion) {
      throw new Error(`its schema has version ${version}, and this sandbox reads version ${schemaVersion}`);
    }
    database.exec(addedSchema);
    return database;
  } catch (error) {
    database.close();
    throw error;
  }
}

/** Runs `work` as one unit: all of it happens, or nothing. */
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
