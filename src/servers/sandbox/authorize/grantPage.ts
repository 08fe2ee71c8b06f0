import type { ScopeNames } from '../access/scopeNames.ts';
import { escapeHtml } from '../http/escapeHtml.ts';
import type { PersonRow } from '../people/personRows.ts';
import { renderPage } from './page.ts';

/** The second step, the grant dialog: what is asked for, in the words of the scope tables; Approve or Deny. */
export function renderGrantPage(view: {
  ticketId: string;
  integrationName: string;
  person: PersonRow;
  scopes: readonly string[];
  scopeNames: ScopeNames;
}): Response {
  const name = escapeHtml(view.integrationName);
  const hidden = `<input type="hidden" name="ticket" value="${view.ticketId}">`;
  return renderPage({
    title: `${view.integrationName} asks for access`,
    forms: 'anywhere',
    body: `<h1>${name} asks for access to your account</h1>
<p class="soft">Signed in as <strong>${escapeHtml(view.person.display_name)}</strong> (${escapeHtml(view.person.email)}).</p>
<form method="post" action="authorize">${hidden}
<button class="link small" type="submit" name="step" value="switch-person">Not you? Use another person</button>
</form>
<h2 id="asks">It will be able to</h2>
<ul class="scopes" aria-labelledby="asks">
${view.scopes.map((scope) => scopeRow(scope, view.scopeNames)).join('\n')}
</ul>
${adminNote(view)}
<form method="post" action="authorize">${hidden}
<div class="actions">
<button type="submit" name="decision" value="deny">Deny</button>
<button class="primary" type="submit" name="decision" value="approve">Approve</button>
</div>
</form>`,
  });
}

function scopeRow(scope: string, scopeNames: ScopeNames): string {
  const entry = scopeNames.find(scope);
  const reach = entry === undefined || entry.kind === 'user' ? '' : ' (whole organization)';
  const grants = (entry?.grants ?? 'Not described by the service') + reach;
  return `<li>${escapeHtml(grants)}<br><code>${escapeHtml(scope)}</code></li>`;
}

function adminNote(view: { person: PersonRow; scopes: readonly string[]; scopeNames: ScopeNames }): string {
  const isAdminScope = (scope: string) => (view.scopeNames.find(scope)?.kind ?? 'user') !== 'user';
  if (view.person.is_admin === 1 || !view.scopes.some(isAdminScope)) return '';
  return `<p class="note">You are not an administrator: the organization-wide scopes will give nothing.</p>`;
}
