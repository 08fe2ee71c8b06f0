import type { SandboxContext } from '../context.ts';
import { notFound } from '../http/errors.ts';
import { answerPage, type PagedRow, readPageRequest, selectPage } from '../http/paging.ts';
import type { RequestContext } from '../http/request.ts';
import { personResource } from './personResource.ts';
import { findPerson, foldName, type PersonRow } from './personRows.ts';

/** GET /v1/people/me */
export function getMe(c: RequestContext, context: SandboxContext): Response {
  const person = findPerson(context.database, c.var.caller.person.id);
  if (person === undefined) throw notFound('The person is gone.');
  return Response.json(personResource(person));
}

/**
 * GET /v1/people: the directory by name. `displayName` finds the names in which a word begins with it, without regard
 * to case and accents; how it filters is not in the interface [N6].
 */
export function listPeople(c: RequestContext, context: SandboxContext): Response {
  const query = new URL(c.req.url).searchParams;
  const page = readPageRequest(query, 'people', { standard: 100, maximum: 1000 });
  const wanted = foldName(query.get('displayName') ?? '').replace(/[\\%_]/g, '\\$&');
  const listing = {
    sql: `SELECT people.*, sort_name AS page_sort, id AS page_id FROM people WHERE ' ' || sort_name LIKE ? ESCAPE '\\'`,
    values: [wanted === '' ? '%' : `% ${wanted}%`],
    order: ['sort_name', 'id'] as const,
    isDescending: false,
  };
  return answerPage(c, page, selectPage<PersonRow & PagedRow>(context.database, listing, page), personResource);
}
