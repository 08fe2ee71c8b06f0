import { escapeHtml } from '../http/escapeHtml.ts';
import type { PersonRow } from '../people/personRows.ts';
import { renderPage } from './page.ts';

/** The first step: who are you? A demo person is picked, or an email typed. There are no passwords here. */
export function renderSignInPage(view: {
  ticketId: string;
  integrationName: string;
  people: readonly PersonRow[];
  problem?: string;
}): Response {
  const name = escapeHtml(view.integrationName);
  const problem = view.problem === undefined ? '' : `<p class="note" role="alert">${escapeHtml(view.problem)}</p>`;
  return renderPage({
    title: `Sign in to continue to ${view.integrationName}`,
    status: view.problem === undefined ? 200 : 400,
    forms: 'own',
    body: `<h1>Sign in</h1>
<p class="soft">to continue to <strong>${name}</strong>. Pick one of the demo people; no password is needed.</p>
${problem}
<form method="post" action="authorize">
<input type="hidden" name="ticket" value="${view.ticketId}">
<ul class="people" aria-label="Demo people">
${view.people.map(personButton).join('\n')}
</ul>
</form>
<form method="post" action="authorize">
<input type="hidden" name="ticket" value="${view.ticketId}">
<label for="email">Or type an email address</label>
<div class="row"><input id="email" name="email" type="email" autocomplete="username" required>
<button class="primary" type="submit">Continue</button></div>
</form>`,
  });
}

function personButton(person: PersonRow): string {
  const initials = escapeHtml(`${person.first_name[0] ?? ''}${person.last_name[0] ?? ''}`);
  const job = person.is_admin === 1 ? `${person.job} · administrator` : person.job;
  return `<li><button class="person" type="submit" name="email" value="${escapeHtml(person.email)}">
<span class="initials" aria-hidden="true">${initials}</span>
<span><span>${escapeHtml(person.display_name)}</span><span class="soft small">${escapeHtml(person.email)} · ${escapeHtml(job)}</span></span>
</button></li>`;
}
