import { languageOf, type PageLanguage } from '../../pages/pageLanguage.ts';
import type { PageTextKey } from '../../pages/pageTexts.ts';
import { readSmallBody, requireMediaType } from '../bodies.ts';
import { type AuthorizationTicket, type SandboxContext, visitLifetimeMs } from '../context.ts';
import { allPeople, findPerson, findPersonByEmail } from '../entities/people.ts';
import { createSecret } from '../identifiers.ts';
import type { RequestContext } from '../request.ts';
import { type AuthorizationRequest, checkAuthorizationRequest, redirectTo } from './authorizationRequest.ts';
import { renderConsentPage, renderProblemPage, renderSignInPage } from './authorizePages.ts';
import { insertCode } from './tokens.ts';

/** A valid request of a browser, with the visit that it belongs to. */
interface Visit {
  readonly context: SandboxContext;
  readonly request: AuthorizationRequest;
  readonly ticket: AuthorizationTicket;
  readonly language: PageLanguage;
}

/** GET /v1/authorize: checks the request and shows the sign-in page. */
export function startAuthorization(c: RequestContext, context: SandboxContext): Response {
  const query = new URL(c.req.url).search;
  const language = languageOf(c.req.header('accept-language'));
  const request = checkAuthorizationRequest(context.database, new URLSearchParams(query), language);
  if (request instanceof Response) return request;
  return showSignIn({ context, request, ticket: openTicket(context, query), language });
}

function openTicket(context: SandboxContext, query: string): AuthorizationTicket {
  const ticket: AuthorizationTicket = { id: createSecret(), query, personId: undefined };
  context.tickets.set(ticket.id, ticket, visitLifetimeMs);
  return ticket;
}

/**
 * POST /v1/authorize: the forms of the pages. The original request of the visit is checked again, because the integration
 * may have changed. The fields of the form contain only the visit, the person and the decision.
 */
export async function continueAuthorization(c: RequestContext, context: SandboxContext): Promise<Response> {
  requireMediaType(c.req.raw, 'application/x-www-form-urlencoded');
  const form = new URLSearchParams(await readSmallBody(c.req.raw));
  const language = languageOf(c.req.header('accept-language'));
  const site = c.req.header('sec-fetch-site');
  if (site !== undefined && site !== 'same-origin' && site !== 'none') {
    return renderProblemPage({ key: 'foreignForm' }, language, 403);
  }
  const ticket = context.tickets.get(form.get('ticket') ?? '')?.value;
  if (ticket === undefined) return renderProblemPage({ key: 'signInFinished' }, language);
  const request = checkAuthorizationRequest(context.database, new URLSearchParams(ticket.query), language);
  if (request instanceof Response) return request;
  const visit = { context, request, ticket, language };
  if (form.has('decision')) return decide(visit, form.get('decision') ?? '');
  if (form.get('step') === 'switch-person') return showSignIn(visit);
  return signIn(visit, form.get('email') ?? '');
}

function showSignIn({ context, request, ticket, language }: Visit, problem?: PageTextKey): Response {
  ticket.personId = undefined;
  return renderSignInPage({
    language,
    ticketId: ticket.id,
    integrationName: request.integration.name,
    people: allPeople(context.database),
    ...(problem === undefined ? {} : { problem }),
  });
}

function signIn(visit: Visit, email: string): Response {
  const { context, request, ticket, language } = visit;
  const person = findPersonByEmail(context.database, email);
  if (person === undefined) return showSignIn(visit, 'unknownEmail');
  ticket.personId = person.id;
  return renderConsentPage({
    language,
    ticketId: ticket.id,
    integrationName: request.integration.name,
    person,
    scopes: request.scopes,
    scopeNames: context.scopeNames,
  });
}

function decide(visit: Visit, decision: string): Response {
  const { context, request, ticket } = visit;
  const person = ticket.personId === undefined ? undefined : findPerson(context.database, ticket.personId);
  if (person === undefined || (decision !== 'approve' && decision !== 'deny')) return showSignIn(visit, 'signInFirst');
  context.tickets.delete(ticket.id);
  if (decision === 'deny') {
    const denial = { error: 'access_denied', error_description: 'The user denied the request', state: request.state };
    return redirectTo(request.redirectUri, denial, 303);
  }
  const code = createSecret();
  insertCode(context.database, code, {
    client_id: request.integration.clientId,
    redirect_uri: request.redirectUri,
    person_id: person.id,
    scopes: JSON.stringify(request.scopes),
    expires_at: context.now() + context.options.codeLifetimeS * 1000,
    challenge: request.codeChallenge,
  });
  return redirectTo(request.redirectUri, { code, state: request.state }, 303);
}
