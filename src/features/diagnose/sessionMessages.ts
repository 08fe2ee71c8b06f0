import { env, l10n } from 'vscode';
import { SignInRequiredError } from '../../core/auth/errors.ts';
import type { NeededScope } from '../../core/auth/signIn/scopes.ts';
import { displayTitle } from '../../core/base/text/displayText.ts';
import type { FindingOf } from '../../core/diagnose/finding.ts';
import { describeError } from '../../host/errors/describeError.ts';
import type { FindingMessage } from './connectionMessages.ts';

/** For the keyring. */
export function keyringMessage(finding: FindingOf<'keyring'>): FindingMessage {
  const advice = l10n.t('Unlock or set up the keyring of this computer, then restart VS Code.');
  switch (finding.result) {
    case 'works':
      return { result: l10n.t('Working. A test entry was written, read, and removed.') };
    case 'memory-only':
      return {
        result: l10n.t('Working again, but your sign-in is kept only in this window. Sign in again to save it.'),
      };
    case 'value-lost':
      return { result: l10n.t('A test entry was written but could not be read back.'), advice };
    case 'fails': {
      const results = {
        read: l10n.t("Couldn't read a test entry."),
        write: l10n.t("Couldn't write a test entry."),
        remove: l10n.t("Couldn't remove a test entry."),
      };
      return { result: results[finding.operation], advice, action: 'showLog' };
    }
    default:
      return {};
  }
}

/** For the active account and its session. */
export function sessionMessage(finding: FindingOf<'session'>): FindingMessage {
  switch (finding.result) {
    case 'signed-out':
      return { result: l10n.t('Not signed in.'), action: 'signIn' };
    case 'expired':
      return {
        result: describeError(new SignInRequiredError('expired', displayTitle(finding.label))).sentence,
        action: 'signIn',
      };
    case 'good':
      return validSessionMessage(finding);
    default:
      return {};
  }
}

function validSessionMessage(finding: Extract<FindingOf<'session'>, { result: 'good' }>): FindingMessage {
  const { label, kind, expiresAtMs, canRefresh, otherCount, refreshError } = finding;
  const accountText = `${displayTitle(label)} (${kind})${otherCount > 0 ? ` +${otherCount}` : ''}`;
  const until = expiresAtMs === undefined ? undefined : new Date(expiresAtMs).toLocaleString(env.language);
  if (refreshError !== undefined) {
    const { sentence } = describeError(refreshError);
    const { cause } = refreshError;
    // Messages of Roomside's own errors contain only hosts, codes and paths.
    const last = cause instanceof Error ? l10n.t('Last attempt: {0}', cause.message) : undefined;
    return { result: `${accountText}: ${sentence}`, ...(last !== undefined && { advice: last }), action: 'showLog' };
  }
  if (until === undefined) return { result: l10n.t('{0}, expiration unknown.', accountText) };
  return canRefresh
    ? { result: l10n.t('{0}, until {1}. Renewed automatically.', accountText, until) }
    : { result: l10n.t('{0}, until {1}. You will then have to sign in again.', accountText, until) };
}

/** For the scopes of the access token. */
export function scopesMessage(finding: FindingOf<'scopes'>): FindingMessage {
  switch (finding.result) {
    case 'signed-out':
      return { result: l10n.t('Not tested: not signed in.') };
    case 'token-rejected':
      return { result: l10n.t('The service did not accept the access token (401). Sign in again.'), action: 'signIn' };
    case 'compared': {
      const { granted, missing, unknown } = finding;
      const parts = [
        granted.length > 0 && l10n.t('Granted: {0}.', granted.join(', ')),
        missing.length > 0 && l10n.t('Missing: {0}.', missing.join(', ')),
        unknown.length > 0 && l10n.t('Unknown: {0}.', unknown.join(', ')),
      ];
      const result = parts.filter(Boolean).join(' ');
      if (missing.length === 0) return { result };
      const effects = missing.map((scope) => `${scope}: ${effectOfMissing(scope)}`).join(' · ');
      return {
        result,
        advice: l10n.t('Sign in again and allow the missing permissions. Without them: {0}', effects),
        action: 'signIn',
      };
    }
    default:
      return {};
  }
}

/** The features that need this scope. */
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
