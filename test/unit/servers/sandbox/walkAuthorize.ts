import assert from 'node:assert/strict';
import type { TokenResponse } from '../../../../src/core/api/resources.ts';
import type { TestSandbox } from './openTestSandbox.ts';

export const redirectUri = 'vscode://roomside.roomside/callback?windowId=1';

export interface Integration {
  clientId: string;
  clientSecret: string;
}

export function registerIntegration(test: TestSandbox, more: Record<string, unknown> = {}): Promise<Integration> {
  const scopes = ['svc:people_read', 'svc:rooms_read', 'svc:messages_read', 'svc:messages_write'];
  return test.control('POST', 'integrations', { name: 'Test <Editor>', redirectUris: [redirectUri], scopes, ...more });
}

export function authorizePath(integration: Integration, changes: Record<string, string | undefined> = {}): string {
  const wanted: Record<string, string | undefined> = {
    response_type: 'code',
    client_id: integration.clientId,
    redirect_uri: redirectUri,
    scope: 'svc:rooms_read svc:messages_write',
    state: 'a b+c/=é',
    ...changes,
  };
  const query = new URLSearchParams();
  for (const [name, value] of Object.entries(wanted)) if (value !== undefined) query.set(name, value);
  return `/v1/authorize?${query}`;
}

/** Posts a form of the sign-in pages. */
export function postForm(
  test: Pick<TestSandbox, 'call'>,
  fields: Record<string, string>,
  headers: Record<string, string> = {},
) {
  return test.call('POST', '/v1/authorize', { token: null, body: new URLSearchParams(fields), headers });
}

function ticketOf(page: string): string {
  const ticket = /name="ticket" value="([\w-]+)"/.exec(page)?.[1];
  assert.ok(ticket, page);
  return ticket;
}

/** Opens the sign-in page and chooses a person; returns the ticket and the consent page. */
export async function signIn(
  test: Pick<TestSandbox, 'call'>,
  path: string,
  email = 'ada.park@example.com',
  headers: Record<string, string> = {},
): Promise<{ ticket: string; page: string }> {
  const start = await test.call('GET', path, { token: null, headers });
  const startPage = await start.text();
  assert.equal(start.status, 200, startPage);
  const ticket = ticketOf(startPage);
  const grant = await postForm(test, { ticket, email }, headers);
  assert.equal(grant.status, 200);
  return { ticket, page: await grant.text() };
}

/** Completes the pages; returns the address that the browser is redirected to. */
export async function decide(
  test: Pick<TestSandbox, 'call'>,
  path: string,
  decision: 'approve' | 'deny',
): Promise<URL> {
  const { ticket } = await signIn(test, path);
  const answer = await postForm(test, { ticket, decision });
  assert.equal(answer.status, 303);
  return new URL(answer.headers.get('location') ?? '');
}

/** Gets a new authorization code. */
export async function getCode(test: TestSandbox, integration: Integration, scope?: string): Promise<string> {
  const changes = scope === undefined ? {} : { scope };
  return (await decide(test, authorizePath(integration, changes), 'approve')).searchParams.get('code') ?? '';
}

export function postToken(test: TestSandbox, fields: Record<string, string>): Promise<Response> {
  return test.call('POST', '/v1/access_token', { token: null, body: new URLSearchParams(fields) });
}

export async function exchange(test: TestSandbox, integration: Integration, code: string): Promise<TokenResponse> {
  const response = await postToken(test, {
    grant_type: 'authorization_code',
    client_id: integration.clientId,
    client_secret: integration.clientSecret,
    code,
    redirect_uri: redirectUri,
  });
  assert.equal(response.status, 200, await response.clone().text());
  return (await response.json()) as TokenResponse;
}
