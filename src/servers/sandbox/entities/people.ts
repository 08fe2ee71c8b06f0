import type { Person } from '../../../core/api/resources.ts';
import type { SandboxContext } from '../http/context.ts';
import { answerList } from '../http/paging.ts';
import type { RequestContext } from '../http/request.ts';
import type { Database } from '../store/database.ts';
import type { PersonDocument } from '../store/documents.ts';

/** Folds a name so that “Jonás” is found by “jonas”. */
export function foldName(name: string): string {
  return name.normalize('NFD').replace(/\p{M}/gu, '').toLowerCase().replace(/\s+/g, ' ').trim();
}

/** Addresses are compared case-insensitively. */
export function findPersonByEmail(database: Database, email: string): PersonDocument | undefined {
  return database.select('people', 'email = ? COLLATE NOCASE', email.trim())[0];
}

/** The JSON of a person. The fields are not in the service API [X6]. */
function personResource(person: PersonDocument): Person & Readonly<Record<string, unknown>> {
  const { id, email, displayName, firstName, lastName, job, created } = person;
  const names = { displayName, nickName: firstName, firstName, lastName };
  return { id, emails: [email], ...names, title: job, type: 'person', created };
}

/** GET /v1/people/me */
export function getMe(c: RequestContext): Response {
  return Response.json(personResource(c.var.caller.person));
}

/**
 * GET /v1/people: the directory by name. `displayName` matches the beginning of words of a name, ignoring case and accents.
 * The filter is not specified in the service API [N6]. `email`, an exact address, is not in it [X20].
 */
export function listPeople(c: RequestContext, { database }: SandboxContext): Response {
  const query = new URL(c.req.url).searchParams;
  const email = query.get('email');
  const wanted = foldName(query.get('displayName') ?? '').replace(/[\\%_]/g, '\\$&');
  const listing = {
    table: 'people',
    condition: `' ' || sortName LIKE ? ESCAPE '\\' ${email === null ? '' : 'AND email = ? COLLATE NOCASE'}`,
    values: [wanted === '' ? '%' : `% ${wanted}%`, ...(email === null ? [] : [email.trim()])],
  } as const;
  return answerList(c, database, listing, personResource);
}
