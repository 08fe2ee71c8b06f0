import { chmodSync, closeSync, openSync } from 'node:fs';
import { DatabaseSync } from 'node:sqlite';
import { addedSchema, schema, schemaVersion } from './schema.ts';

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
