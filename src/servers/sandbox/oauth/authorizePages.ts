import { type Html, html, problemContent, renderPage } from '../../pages/htmlPage.ts';
import type { PersonRow } from '../entities/people.ts';
import type { ScopeNames } from '../scopes.ts';

const brand = 'Roomside sandbox · demo service on this computer';

/** An error page without buttons. */
export function renderProblemPage(problem: string, status = 400): Response {
  return renderPage({ brand, ...problemContent(problem), status });
}

/** The first step: identifies the user. A demo person is chosen, or an email typed. There are no passwords. */
export function renderSignInPage(view: {
  ticketId: string;
  integrationName: string;
  people: readonly PersonRow[];
  problem?: string;
}): Response {
  const problem = view.problem === undefined ? undefined : html`<p class="note" role="alert">${view.problem}</p>`;
  return renderPage({
    brand,
    title: `Sign in to continue to ${view.integrationName}`,
    status: view.problem === undefined ? 200 : 400,
    forms: 'own',
    body: html`<h1>Sign in</h1>
<p class="soft">to continue to <strong>${view.integrationName}</strong>. Select one of the demo people. No password is needed.</p>
${problem}
<form method="post" action="authorize">
<input type="hidden" name="ticket" value="${view.ticketId}">
<ul class="people" aria-label="Demo people">
${view.people.map(personButton)}
</ul>
</form>
<form method="post" action="authorize">
<input type="hidden" name="ticket" value="${view.ticketId}">
<label for="email">Or enter an email address</label>
<div class="row"><input id="email" name="email" type="email" autocomplete="username" required>
<button class="primary" type="submit">Continue</button></div>
</form>`,
  });
}

function personButton(person: PersonRow): Html {
  const job = person.is_admin === 1 ? `${person.job} · administrator` : person.job;
  return html`<li><button class="person" type="submit" name="email" value="${person.email}">
<span class="initials" aria-hidden="true">${person.first_name[0]}${person.last_name[0]}</span>
<span><span>${person.display_name}</span><span class="soft small">${person.email} · ${job}</span></span>
</button></li>
`;
}

/** The data of the consent page. */
export interface ConsentView {
  readonly ticketId: string;
  readonly integrationName: string;
  readonly person: PersonRow;
  readonly scopes: readonly string[];
  readonly scopeNames: ScopeNames;
}

/** The second step, the consent page: the requested scopes with their descriptions; Approve or Deny. */
export function renderConsentPage(view: ConsentView): Response {
  const { integrationName, person, scopes, scopeNames } = view;
  const title = `${integrationName} asks for access`;
  const hidden = html`<input type="hidden" name="ticket" value="${view.ticketId}">`;
  const body = html`<h1>${integrationName} asks for access to your account</h1>
<p class="soft">Signed in as <strong>${person.display_name}</strong> (${person.email}).</p>
<form method="post" action="authorize">${hidden}
<button class="link small" type="submit" name="step" value="switch-person">Not you? Select another person</button>
</form>
<h2 id="asks">It will be able to</h2>
<ul class="scopes" aria-labelledby="asks">
${scopes.map((scope) => scopeRow(scope, scopeNames))}
</ul>
${adminNote(view)}
<form method="post" action="authorize">${hidden}
<div class="actions">
<button type="submit" name="decision" value="deny">Deny</button>
<button class="primary" type="submit" name="decision" value="approve">Approve</button>
</div>
</form>`;
  return renderPage({ brand, title, forms: 'anywhere', body });
}

function scopeRow(scope: string, scopeNames: ScopeNames): Html {
  const entry = scopeNames.find(scope);
  const reach = entry === undefined || entry.kind === 'user' ? '' : ' (whole organization)';
  const grants = (entry?.grants ?? 'Not described by the service') + reach;
  return html`<li>${grants}<br><code>${scope}</code></li>
`;
}

function adminNote({ person, scopes, scopeNames }: ConsentView): Html | undefined {
  const isAdminScope = (scope: string) => (scopeNames.find(scope)?.kind ?? 'user') !== 'user';
  if (person.is_admin === 1 || !scopes.some(isAdminScope)) return undefined;
  return html`<p class="note">You are not an administrator. The organization-wide scopes will have no effect.</p>`;
}
