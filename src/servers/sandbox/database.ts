import { chmodSync, closeSync, openSync } from 'node:fs';
import { DatabaseSync, type SQLInputValue, type SQLOutputValue } from 'node:sqlite';
import { schema, schemaVersion } from './schema.ts';

/** All rows of a query. The caller specifies the type of a row: the tables are strict. */
export function selectAll<Row>(database: DatabaseSync, sql: string, ...values: SQLInputValue[]): Row[] {
  return database
    .prepare(sql)
    .all(...values)
    .map(withText) as Row[];
}

/** The first row of a query, or `undefined`. */
export function selectOne<Row>(database: DatabaseSync, sql: string, ...values: SQLInputValue[]): Row | undefined {
  const row = database.prepare(sql).get(...values);
  return row && (withText(row) as Row);
}

/**
 * Selects a text column as bytes under its own name, because Node 22 cuts a text at its first NUL character. The column is
 * returned as text.
 */
export function wholeText(table: string, column: string): string {
  return `CAST(${table}.${column} AS BLOB) AS ${column}`;
}

/** The only byte columns in the tables are those of `wholeText`. */
function withText(row: Record<string, SQLOutputValue>): Record<string, SQLOutputValue> {
  for (const [name, value] of Object.entries(row)) {
    if (value instanceof Uint8Array) row[name] = Buffer.from(value).toString('utf8');
  }
  return row;
}

/** Inserts a row. Its keys are the columns. */
export function insertRow<Row extends Record<keyof Row, SQLInputValue>>(
  database: DatabaseSync,
  table: string,
  row: Row,
): void {
  const names = Object.keys(row);
  const sql = `INSERT INTO ${table} (${names.join(', ')}) VALUES (${names.map(() => '?').join(', ')})`;
  execute(database, sql, ...Object.values<SQLInputValue>(row));
}

/** Runs a statement and returns the number of changed rows. */
export function execute(database: DatabaseSync, sql: string, ...values: SQLInputValue[]): number {
  return Number(database.prepare(sql).run(...values).changes);
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
    const database = new DatabaseSync(file);
    return prepareTables(database);
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error);
    throw new Error(`The data file ${file} cannot be used: ${reason}`, { cause: error });
  }
}

function prepareTables(database: DatabaseSync): DatabaseSync {
  try {
    // Two sandboxes with the same file would delete each other's uploads, so the file is locked exclusively.
    database.exec('PRAGMA busy_timeout = 500; PRAGMA locking_mode = EXCLUSIVE; PRAGMA journal_mode = WAL');
    database.exec('PRAGMA synchronous = NORMAL; PRAGMA foreign_keys = ON');
    const version = Number(database.prepare('PRAGMA user_version').get()?.user_version);
    if (version === 0) {
      inTransaction(database, () => database.exec(`${schema}; PRAGMA user_version = ${schemaVersion}`));
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
