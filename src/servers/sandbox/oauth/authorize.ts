import { readSmallBody, requireMediaType } from '../bodies.ts';
import { type AuthorizationTicket, type SandboxContext, visitLifetimeMs } from '../context.ts';
import { allPeople, findPerson, findPersonByEmail } from '../entities/people.ts';
import { createSecret } from '../identifiers.ts';
import type { RequestContext } from '../request.ts';
import { type AuthorizationRequest, checkAuthorizationRequest, redirectTo } from './authorizationRequest.ts';
import { renderConsentPage, renderProblemPage, renderSignInPage } from './authorizePages.ts';
import { insertCode } from './tokens.ts';

/** GET /v1/authorize: checks the request and shows the sign-in page. */
export function startAuthorization(c: RequestContext, context: SandboxContext): Response {
  const query = new URL(c.req.url).search;
  const checked = checkAuthorizationRequest(context.database, new URLSearchParams(query));
  if (checked instanceof Response) return checked;
  return showSignIn(context, checked, openTicket(context, query));
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
  const site = c.req.header('sec-fetch-site');
  if (site !== undefined && site !== 'same-origin' && site !== 'none') {
    return renderProblemPage('The form was not sent by this page.', 403);
  }
  const ticket = context.tickets.get(form.get('ticket') ?? '')?.value;
  if (ticket === undefined) return renderProblemPage('This sign-in was already finished, or it took too long.');
  const checked = checkAuthorizationRequest(context.database, new URLSearchParams(ticket.query));
  if (checked instanceof Response) return checked;
  if (form.has('decision')) return decide(context, checked, { ticket, decision: form.get('decision') ?? '' });
  if (form.get('step') === 'switch-person') return showSignIn(context, checked, ticket);
  return signIn(context, checked, { ticket, email: form.get('email') ?? '' });
}

function showSignIn(
  context: SandboxContext,
  request: AuthorizationRequest,
  ticket: AuthorizationTicket,
  problem?: string,
): Response {
  ticket.personId = undefined;
  return renderSignInPage({
    ticketId: ticket.id,
    integrationName: request.integration.name,
    people: allPeople(context.database),
    ...(problem === undefined ? {} : { problem }),
  });
}

function signIn(
  context: SandboxContext,
  request: AuthorizationRequest,
  given: { ticket: AuthorizationTicket; email: string },
): Response {
  const person = findPersonByEmail(context.database, given.email);
  if (person === undefined) {
    return showSignIn(context, request, given.ticket, 'No demo person has this email address.');
  }
  given.ticket.personId = person.id;
  return renderConsentPage({
    ticketId: given.ticket.id,
    integrationName: request.integration.name,
    person,
    scopes: request.scopes,
    scopeNames: context.scopeNames,
  });
}

function decide(
  context: SandboxContext,
  request: AuthorizationRequest,
  given: { ticket: AuthorizationTicket; decision: string },
): Response {
  const { ticket, decision } = given;
  const person = ticket.personId === undefined ? undefined : findPerson(context.database, ticket.personId);
  if (person === undefined || (decision !== 'approve' && decision !== 'deny')) {
    return showSignIn(context, request, ticket, 'Sign in first.');
  }
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
