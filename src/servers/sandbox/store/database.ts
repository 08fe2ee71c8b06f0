import { DatabaseSync } from 'node:sqlite';
import { schema, schemaVersion } from './schema.ts';

/**
 * Opens the data of a sandbox: a file that survives restarts, or memory.
 * Throws when the file is another program's, or of another version of the schema.
 */
export function openDatabase(file: string | undefined): DatabaseSync {
  const database = new DatabaseSync(file ?? ':memory:');
  try {
    database.exec(
      'PRAGMA journal_mode = WAL; PRAGMA synchronous = NORMAL; PRAGMA foreign_keys = ON; PRAGMA busy_timeout = 2000',
    );
    const version = Number(database.prepare('PRAGMA user_version').get()?.user_version);
    if (version === 0) {
      inTransaction(database, () => database.exec(`${schema}; PRAGMA user_version = ${schemaVersion}`));
    } else if (version !== schemaVersion) {
      throw new Error(`The data file has schema version ${version}; this sandbox reads version ${schemaVersion}.`);
    }
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
