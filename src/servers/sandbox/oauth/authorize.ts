import { randomUUID } from 'node:crypto';
import { languageOf, type PageLanguage } from '../../pages/pageLanguage.ts';
import type { PageTextKey } from '../../pages/pageTexts.ts';
import { findPersonByEmail } from '../entities/people.ts';
import { readSmallBody, requireMediaType } from '../http/bodies.ts';
import { type AuthorizationTicket, type SandboxContext, visitLifetimeMs } from '../http/context.ts';
import type { RequestContext } from '../http/request.ts';
import { createSecret } from '../store/identifiers.ts';
import { checkAuthorizationRequest, redirectTo } from './authorizationRequest.ts';
import { renderConsentPage, renderProblemPage, renderSignInPage } from './authorizePages.ts';
import { issueCredential } from './tokens.ts';

interface Visit {
  readonly context: SandboxContext;
  readonly ticket: AuthorizationTicket;
  readonly language: PageLanguage;
}

/** GET /v1/authorize: checks the request and shows the sign-in page. */
export function startAuthorization(c: RequestContext, context: SandboxContext): Response {
  const language = languageOf(c.req.header('accept-language'));
  const request = checkAuthorizationRequest(context.database, new URL(c.req.url).searchParams, language);
  if (request instanceof Response) return request;
  const ticket: AuthorizationTicket = { id: createSecret(), request, person: undefined };
  context.tickets.set(ticket.id, ticket, visitLifetimeMs);
  return showSignIn({ context, ticket, language });
}

/** POST /v1/authorize: the forms of the pages. Their fields contain only the ticket, the person and the decision. */
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
  const visit = { context, ticket, language };
  if (form.has('decision')) return decide(visit, form.get('decision') ?? '');
  if (form.get('step') === 'switch-person') return showSignIn(visit);
  return signIn(visit, form.get('email') ?? '');
}

function showSignIn({ context, ticket, language }: Visit, problem?: PageTextKey): Response {
  ticket.person = undefined;
  const people = context.database.select('people', 'TRUE ORDER BY seq');
  return renderSignInPage(language, ticket, { people, problem });
}

function signIn(visit: Visit, email: string): Response {
  const { context, ticket, language } = visit;
  const person = findPersonByEmail(context.database, email);
  if (person === undefined) return showSignIn(visit, 'unknownEmail');
  ticket.person = person;
  return renderConsentPage({ language, ticket, person, scopeNames: context.scopeNames });
}

function decide(visit: Visit, decision: string): Response {
  const { context, ticket } = visit;
  const { integration, redirectUri, scopes, state, challenge } = ticket.request;
  if (ticket.person === undefined || (decision !== 'approve' && decision !== 'deny')) {
    return showSignIn(visit, 'signInFirst');
  }
  context.tickets.delete(ticket.id);
  if (decision === 'deny') {
    const denial = { error: 'access_denied', error_description: 'The user denied the request', state };
    return redirectTo(redirectUri, denial, 303);
  }
  const code = issueCredential(context.database, {
    kind: 'code',
    grantId: randomUUID(),
    clientId: integration.id,
    personId: ticket.person.id,
    scopes,
    redirectUri,
    ...(challenge !== undefined && { challenge }),
    expiresAtMs: context.now() + context.options.codeLifetimeS * 1000,
  });
  return redirectTo(redirectUri, { code, state }, 303);
}
