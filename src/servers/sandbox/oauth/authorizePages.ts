import { brokerScopes } from '../../broker/config/brokerConfig.ts';
import { fillHtml, type Html, html, type PageProblem, problemContent, renderPage } from '../../pages/htmlPage.ts';
import type { PageLanguage } from '../../pages/pageLanguage.ts';
import { type PageTextKey, pageText, pageTexts } from '../../pages/pageTexts.ts';
import type { AuthorizationTicket } from '../http/context.ts';
import type { PersonDocument } from '../store/documents.ts';
import type { ScopeNames } from '../store/scopes.ts';

/** An error page without buttons. */
export function renderProblemPage(problem: PageProblem, language: PageLanguage, status = 400): Response {
  return renderPage({ brand: pageTexts[language].sandboxBrand, ...problemContent(language, problem), status });
}

/** The first step: identifies the user. A demo person is chosen, or an email typed. There are no passwords. */
export function renderSignInPage(
  language: PageLanguage,
  { id, request }: AuthorizationTicket,
  { people, problem }: { readonly people: readonly PersonDocument[]; readonly problem: PageTextKey | undefined },
): Response {
  const texts = pageTexts[language];
  const { name } = request.integration;
  const [first, ...others] = people;
  const hidden = html`<input type="hidden" name="ticket" value="${id}">`;
  return renderPage({
    language,
    brand: texts.sandboxBrand,
    title: pageText(language, 'signInTitle', [name]),
    status: problem === undefined ? 200 : 400,
    forms: 'own',
    body: html`<h1>${texts.signInHeading}</h1>
<p class="soft">${fillHtml(texts.signInText, html`<strong>${name}</strong>`)}</p>
${problem && html`<p class="note" role="alert">${texts[problem]}</p>`}
${
  first &&
  html`<form method="post" action="authorize">${hidden}
<p><button class="primary wide" type="submit" name="email" value="${first.email}" autofocus>${pageText(language, 'continueAs', [first.displayName])}
<span class="small">${first.email}</span></button></p>
</form>`
}
<details${problem === undefined ? undefined : html` open`}><summary>${texts.otherPeople}</summary>
<form method="post" action="authorize">${hidden}
<ul class="people" aria-label="${texts.demoPeople}">
${others.map((person) => personButton(person, texts.administrator))}
</ul>
</form>
<form method="post" action="authorize">${hidden}
<label for="email">${texts.otherEmail}</label>
<div class="row"><input id="email" name="email" type="email" autocomplete="username" required>
<button type="submit">${texts.continue}</button></div>
</form>
</details>`,
  });
}

function personButton(person: PersonDocument, administrator: string): Html {
  const job = person.isAdmin ? `${person.job} · ${administrator}` : person.job;
  return html`<li><button class="person" type="submit" name="email" value="${person.email}">
<span class="initials" aria-hidden="true">${person.firstName[0]}${person.lastName[0]}</span>
<span><span>${person.displayName}</span><span class="soft small">${person.email} · ${job}</span></span>
</button></li>
`;
}

interface ConsentView {
  readonly language: PageLanguage;
  readonly ticket: AuthorizationTicket;
  readonly person: PersonDocument;
  readonly scopeNames: ScopeNames;
}

/** The second step, the consent page: the requested scopes with their descriptions; Approve or Deny. */
export function renderConsentPage(view: ConsentView): Response {
  const { language, ticket, person } = view;
  const { integration, scopes } = ticket.request;
  const texts = pageTexts[language];
  const title = pageText(language, 'accessTitle', [integration.name]);
  const name = html`<strong>${person.displayName}</strong>`;
  const hidden = html`<input type="hidden" name="ticket" value="${ticket.id}">`;
  const body = html`<h1>${fillHtml(texts.accessHeading, integration.name)}</h1>
<p class="soft">${fillHtml(texts.signedInAs, name, person.email)}</p>
<form method="post" action="authorize">${hidden}
<button class="link small" type="submit" name="step" value="switch-person">${texts.switchPerson}</button>
</form>
<h2 id="asks">${texts.willBeAble}</h2>
<ul class="scopes" aria-labelledby="asks">
${scopes.map((scope) => scopeRow(scope, view))}
</ul>
<details><summary>${texts.details}</summary>
<p>${scopes.map((scope) => html`<code>${scope}</code> `)}</p>
</details>
${adminNote(view)}
<form method="post" action="authorize">${hidden}
<div class="actions">
<button class="primary" type="submit" name="decision" value="approve" autofocus>${texts.approve}</button>
<button type="submit" name="decision" value="deny">${texts.deny}</button>
</div>
</form>`;
  return renderPage({ language, brand: texts.sandboxBrand, title, forms: 'anywhere', body });
}

/** The texts of the scopes that Roomside requests are in the language of the browser. Others are in English, as documented. */
function scopeRow(scope: string, { language, scopeNames }: ConsentView): Html {
  const texts = pageTexts[language];
  const { kind, name, grants } = scopeNames.find(scope) ?? {};
  const translated = kind === 'user' ? brokerScopes.find((each) => each === name) : undefined;
  const own = translated && texts[translated];
  const described = own ?? (grants === undefined ? texts.notDescribed : html`<span lang="en">${grants}</span>`);
  const isWide = kind !== undefined && kind !== 'user';
  return html`<li>${isWide ? fillHtml(texts.wholeOrganization, described) : described}</li>
`;
}

function adminNote({ language, person, ticket, scopeNames }: ConsentView): Html | undefined {
  const isAdminScope = (scope: string) => (scopeNames.find(scope)?.kind ?? 'user') !== 'user';
  if (person.isAdmin || !ticket.request.scopes.some(isAdminScope)) return undefined;
  return html`<p class="note">${pageTexts[language].noAdministrator}</p>`;
}
