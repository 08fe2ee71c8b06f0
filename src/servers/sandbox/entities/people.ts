import type { DatabaseSync } from 'node:sqlite';
import type { Person } from '../../../core/api/resources.ts';
import type { SandboxContext } from '../context.ts';
import { insertRow, selectAll, selectOne } from '../database.ts';
import { notFound } from '../errors.ts';
import { answerList, type Listing } from '../paging.ts';
import type { RequestContext } from '../request.ts';
import { timestamp } from '../resources.ts';

/** A stored person. */
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
function foldName(name: string): string {
  return name.normalize('NFD').replace(/\p{M}/gu, '').toLowerCase().replace(/\s+/g, ' ').trim();
}

export function insertPerson(database: DatabaseSync, person: Omit<PersonRow, 'sort_name'>): void {
  insertRow(database, 'people', { ...person, sort_name: foldName(person.display_name) });
}

export function findPerson(database: DatabaseSync, id: string): PersonRow | undefined {
  return selectOne<PersonRow>(database, 'SELECT * FROM people WHERE id = ?', id);
}

/** Addresses are compared case-insensitively. */
export function findPersonByEmail(database: DatabaseSync, email: string): PersonRow | undefined {
  return selectOne<PersonRow>(database, 'SELECT * FROM people WHERE email = ?', email.trim());
}

/** All people in the order of the sign-in page: as they were added. */
export function allPeople(database: DatabaseSync): PersonRow[] {
  return selectAll<PersonRow>(database, 'SELECT * FROM people ORDER BY rowid');
}

/** The JSON of a person. The fields are not in the service API [X6]. */
function personResource(row: PersonRow): Person & Readonly<Record<string, unknown>> {
  return {
    id: row.id,
    emails: [row.email],
    displayName: row.display_name,
    nickName: row.first_name,
    firstName: row.first_name,
    lastName: row.last_name,
    title: row.job,
    type: 'person',
    created: timestamp(row.created),
  };
}

/** GET /v1/people/me */
export function getMe(c: RequestContext, context: SandboxContext): Response {
  const person = findPerson(context.database, c.var.caller.person.id);
  if (person === undefined) throw notFound('The person is gone.');
  return Response.json(personResource(person));
}

/**
 * GET /v1/people: the directory by name. `displayName` matches the beginning of words of a name, ignoring case and accents.
 * The filter is not specified in the service API [N6]. `email`, an exact address, is not in it [X20].
 */
export function listPeople(c: RequestContext, context: SandboxContext): Response {
  const query = new URL(c.req.url).searchParams;
  const email = query.get('email');
  const wanted = foldName(query.get('displayName') ?? '').replace(/[\\%_]/g, '\\$&');
  const listing: Listing = {
    name: 'people',
    columns: '*',
    from: `FROM people WHERE ' ' || sort_name LIKE ? ESCAPE '\\' ${email === null ? '' : 'AND email = ?'}`,
    values: [wanted === '' ? '%' : `% ${wanted}%`, ...(email === null ? [] : [email.trim()])],
    order: ['sort_name', 'id'],
    isDescending: false,
  };
  return answerList(c, context.database, listing, personResource);
}
