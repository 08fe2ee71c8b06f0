import { env, l10n } from 'vscode';
import type { ServiceClient } from '../../core/api/client.ts';
import type { Account } from '../../core/auth/account.ts';
import { SignInRequiredError } from '../../core/auth/errors.ts';
import type { SecretStore } from '../../core/auth/secretStore.ts';
import { isSessionExpired } from '../../core/auth/sessionEnd.ts';
import { type NeededScope, neededScopes } from '../../core/auth/signIn/scopes.ts';
import { displayTitle } from '../../core/base/text/displayText.ts';
import { describeError } from '../../host/errors/describeError.ts';
import { accountKindLabel } from '../../host/signIn/accountKindLabel.ts';
import { bad, type Finding, good, note } from './finding.ts';
import { testKeyring } from './model/testKeyring.ts';
import { testScopes } from './model/testScopes.ts';

/**
 * Checks the session of the active account from stored data, without a request.
 * @param refreshError why the last refresh failed, until the next one
 */
export function checkSession(accounts: readonly Account[], refreshError: Error | undefined, nowMs: number): Finding {
  const [account, ...others] = accounts;
  if (account === undefined) return note(l10n.t('Not signed in.'), { action: 'signIn' });
  const { label, kind, expiresAtMs } = account;
  const canRefresh = account.refreshToken !== undefined && account.state !== 'reauth';
  const isTokenExpired = !canRefresh && expiresAtMs !== undefined && nowMs >= expiresAtMs;
  if (isTokenExpired || isSessionExpired(account, nowMs)) {
    const { sentence } = describeError(new SignInRequiredError('expired', displayTitle(label)));
    return bad(sentence, { action: 'signIn' });
  }
  const accountText = `${displayTitle(label)} (${accountKindLabel(kind)})${others.length > 0 ? ` +${others.length}` : ''}`;
  if (refreshError !== undefined) {
    const { cause } = refreshError;
    // Messages of Roomside's own errors contain only hosts, codes and paths.
    const advice = cause instanceof Error && { advice: l10n.t('Last attempt: {0}', cause.message) };
    const text = `${accountText}: ${describeError(refreshError).sentence}`;
    const finding = note(text, { ...advice, action: 'showLog' });
    return expiresAtMs === undefined ? { ...finding, outcome: 'good' } : finding;
  }
  if (expiresAtMs === undefined) return good(l10n.t('{0}, expiration unknown.', accountText));
  const until = new Date(expiresAtMs).toLocaleString(env.language);
  return canRefresh
    ? good(l10n.t('{0}, until {1}. Renewed automatically.', accountText, until))
    : note(l10n.t('{0}, until {1}. You will then have to sign in again.', accountText, until));
}

/**
 * Checks the permissions of the token. No other check uses it.
 * @param account absent without a session
 * @param client absent when the service does not respond: nothing is tested then
 */
export async function checkScopes(
  account: Account | undefined,
  client: ServiceClient | undefined,
  signal: AbortSignal,
): Promise<Finding> {
  if (account === undefined) return note(l10n.t('Not tested: not signed in.'));
  const scopes = await testScopes(account.scopes, client, signal);
  if (scopes === undefined) {
    const text = l10n.t("The service didn't accept the access token (401). Sign in again.");
    return bad(text, { action: 'signIn' });
  }
  const [granted, missing, unknown] = [true, false, undefined].map((state) =>
    neededScopes.filter((scope) => scopes.get(scope) === state),
  ) as [NeededScope[], NeededScope[], NeededScope[]];
  const parts = [
    granted.length > 0 && l10n.t('Granted: {0}.', granted.join(', ')),
    missing.length > 0 && l10n.t('Missing: {0}.', missing.join(', ')),
    unknown.length > 0 && l10n.t('Unknown: {0}.', unknown.join(', ')),
  ];
  const text = parts.filter(Boolean).join(' ');
  if (missing.length === 0) return unknown.length > 0 ? note(text) : good(text);
  const effects = missing.map((scope) => `${scope}: ${effectOfMissing(scope)}`).join(' · ');
  const advice = l10n.t('Sign in again and allow the missing permissions. Without them: {0}', effects);
  return bad(text, { advice, action: 'signIn' });
}

function effectOfMissing(scope: NeededScope): string {
  const effects = {
    people_read: l10n.t('no sign-in, no mentions'),
    rooms_read: l10n.t('no room list'),
    messages_read: l10n.t('no attachment downloads'),
    messages_write: l10n.t('no sharing'),
    memberships_read: l10n.t('no member list'),
  };
  return effects[scope];
}

/**
 * Checks that the keyring keeps an entry.
 * @param isMemoryOnly whether a sign-in is only kept in this window, because it could not be stored
 */
export async function checkKeyring(secrets: SecretStore, isMemoryOnly: boolean): Promise<Finding> {
  const result = await testKeyring(secrets);
  const advice = l10n.t('Unlock or set up the keyring of this computer, then restart VS Code.');
  const texts = {
    lost: l10n.t("A test entry was written but couldn't be read back."),
    read: l10n.t("Couldn't read a test entry."),
    write: l10n.t("Couldn't write a test entry."),
    remove: l10n.t("Couldn't remove a test entry."),
  };
  if (result !== 'works') return bad(texts[result], { advice, ...(result !== 'lost' && { action: 'showLog' }) });
  return isMemoryOnly
    ? note(l10n.t('Working again, but your sign-in is kept only in this window. Sign in again to save it.'))
    : good(l10n.t('Working. A test entry was written, read, and removed.'));
}
