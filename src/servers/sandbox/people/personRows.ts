import type { DatabaseSync } from 'node:sqlite';
import { execute, selectAll, selectOne } from '../db/database.ts';

/** A person as kept. */
export interface PersonRow {
  readonly id: string;
  readonly email: string;
  readonly display_name: string;
  /** The name folded for sorting and searching: lower case, without accents. */
  readonly sort_name: string;
  readonly first_name: string;
  readonly last_name: string;
  readonly is_admin: number;
  readonly job: string;
  readonly created: number;
}

/** Folds a name so that “Jonás” is found by “jonas”. */
export function foldName(name: string): string {
  return name.normalize('NFD').replace(/\p{M}/gu, '').toLowerCase().replace(/\s+/g, ' ').trim();
}

export function insertPerson(database: DatabaseSync, person: Omit<PersonRow, 'sort_name'>): void {
  execute(
    database,
    `INSERT INTO people (id, email, display_name, sort_name, first_name, last_name, is_admin, job, created)
     VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?)`,
    person.id,
    person.email,
    person.display_name,
    foldName(person.display_name),
    person.first_name,
    person.last_name,
    person.is_admin,
    person.job,
    person.created,
  );
}

export function findPerson(database: DatabaseSync, id: string): PersonRow | undefined {
  return selectOne<PersonRow>(database, 'SELECT * FROM people WHERE id = ?', id);
}

/** Addresses are compared without regard to case. */
export function findPersonByEmail(database: DatabaseSync, email: string): PersonRow | undefined {
  return selectOne<PersonRow>(database, 'SELECT * FROM people WHERE email = ?', email.trim());
}

/** Everyone, in the order the sign-in page shows them: as they were added. */
export function allPeople(database: DatabaseSync): PersonRow[] {
  return selectAll<PersonRow>(database, 'SELECT * FROM people ORDER BY rowid');
}
