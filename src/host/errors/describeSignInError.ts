import { l10n } from 'vscode';
import { ConnectionError } from '../../core/api/errors.ts';
import { isClientRefusal } from '../../core/auth/accountTokens.ts';
import {
  BaseUrlError,
  BrokerNotFoundError,
  BrokerUrlError,
  ClientRefusedError,
  LoopbackPortError,
  PersonUnknownError,
  RefreshDelayedError,
  SecretStoreError,
  SessionLostError,
  SignInLinkExpiredError,
  SignInRefusedError,
  SignInRequiredError,
} from '../../core/auth/errors.ts';
import { oneLine } from '../vscode/formats.ts';
import { describeConnectionError } from './describeConnectionError.ts';
import { describing, type ErrorDescription, withServiceText } from './errorMessage.ts';

/** Errors of sign-ins and of session refreshes. */
export const signInDescriptions = [
  describing(SignInRequiredError, (error) => [requiredSentence(error), 'signIn']),
  describing(RefreshDelayedError, describeRefreshDelay),
  describing(SignInRefusedError, (error) => withServiceText(refusalReason(error), error.description)),
  describing(ClientRefusedError, ({ host }) => describeClientRefusal(host)),
  describing(SignInLinkExpiredError, () => [l10n.t('The sign-in link expired. Sign in again.'), 'signIn']),
  describing(BrokerNotFoundError, describeMissingBroker),
  describing(SecretStoreError, (error) => [keyringSentence(error), 'diagnose', 'showLog']),
  describing(PersonUnknownError, ({ host }) => [
    l10n.t("Couldn't get your account from {0}. Try again.", host),
    'retry',
    'showLog',
  ]),
  describing(SessionLostError, () => [
    l10n.t('The keyring of this computer no longer contains your sign-in. Sign in again.'),
    'signIn',
    'showLog',
  ]),
  describing(LoopbackPortError, (error) => [portSentence(error), 'retry', 'openSettings']),
  describing(BrokerUrlError, (error) => [
    l10n.t("The address of the token broker in the settings isn't valid. {0}", urlProblem(error)),
    'openSettings',
  ]),
  describing(BaseUrlError, (error) => [baseUrlProblem(error), 'openSettings']),
];

function requiredSentence({ reason, label }: SignInRequiredError): string {
  if (reason !== 'expired') return l10n.t('Sign in to Roomside first.');
  return label === undefined
    ? l10n.t('Your session has expired. Sign in again to continue.')
    : l10n.t('Your session for {0} has expired. Sign in again to continue.', label);
}

/** A TLS error has its own hint, which is shown whatever request failed. */
function describeRefreshDelay({ host, cause, isRefusal }: RefreshDelayedError): ErrorDescription {
  if (cause instanceof ConnectionError && cause.kind === 'tls') return describeConnectionError(cause);
  if (cause instanceof BrokerNotFoundError) return describeMissingBroker(cause);
  if (isClientRefusal(cause)) return describeClientRefusal(host);
  const sentence = isRefusal
    ? l10n.t("{0} doesn't accept your session right now. Roomside asks it again before you have to sign in.", host)
    : l10n.t("{0} can't renew your session right now. You stay signed in. Roomside will try again.", host);
  return [sentence, 'retry', 'diagnose'];
}

function describeClientRefusal(host: string): ErrorDescription {
  const sentence = l10n.t("{0} didn't accept the client ID or the secret. Check them and sign in again.", host);
  return [sentence, 'signIn', 'showLog'];
}

function describeMissingBroker({ brokerUrl }: BrokerNotFoundError): ErrorDescription {
  const sentence = l10n.t('There is no token broker at {0} (404). Check the setting roomside.broker.url.', brokerUrl);
  return [sentence, 'openSettings', 'diagnose'];
}

function keyringSentence({ operation }: SecretStoreError): string {
  return operation === 'remove'
    ? l10n.t(
        "Couldn't remove the sign-in because the keyring of this computer is locked. Unlock it and sign out again.",
      )
    : l10n.t('The keyring of this computer is missing or locked, so the sign-in lasts only until this window closes.');
}

function refusalReason({ error, description, isThroughBroker }: SignInRefusedError): ErrorDescription {
  if (error === 'invalid_scope') return describeScopeRefusal(isThroughBroker);
  if (error !== 'access_denied') {
    const code = oneLine(error.slice(0, 60));
    return [l10n.t('The service refused the sign-in ({0}).', code), 'signIn', 'showLog'];
  }
  const declined = l10n.t("Access was denied. You aren't signed in.");
  const approval = l10n.t('An administrator may have to approve Roomside first.');
  // Services where an administrator has to approve say so here. Most say only that access was denied.
  const isForAdministrator = /\badmin/i.test(description ?? '');
  return [isForAdministrator ? `${declined} ${approval}` : declined, 'signIn'];
}

function describeScopeRefusal(isThroughBroker: boolean): ErrorDescription {
  const ofBroker = l10n.t(
    'The service refused the scopes of the token broker (invalid_scope). Its operator can set another prefix.',
  );
  const ofIntegration = l10n.t(
    'The service refused the scopes (invalid_scope). Check that your integration has them and that roomside.service.scopePrefix is their prefix.',
  );
  return isThroughBroker ? [ofBroker, 'showLog'] : [ofIntegration, 'changeScopePrefix', 'signIn', 'showLog'];
}

function portSentence({ port, code }: LoopbackPortError): string {
  return code === 'EADDRINUSE'
    ? l10n.t("Port {0} is in use, so the browser can't return to the editor. Free it, or register another port.", port)
    : l10n.t("Port {0} can't be used ({1}). Register another port.", port, code);
}

export function baseUrlProblem(error: BaseUrlError): string {
  if (error.problem === 'empty') return l10n.t('Enter the address of the service, for example https://webexapis.com.');
  if (error.problem === 'not-a-url') {
    return l10n.t("This isn't a valid address. Use the format https://webexapis.com.");
  }
  return urlProblem(error);
}

function urlProblem({ problem }: BaseUrlError): string {
  const words = {
    empty: l10n.t('It is empty.'),
    'not-a-url': l10n.t("This isn't a valid URL."),
    'not-https': l10n.t('The address must begin with https://.'),
    'has-credentials': l10n.t('Remove the user name and password from the address.'),
    'has-query': l10n.t('Remove everything from ? or # onward.'),
    'below-v1': l10n.t('Remove everything from /v1 onward.'),
  };
  return words[problem];
}
