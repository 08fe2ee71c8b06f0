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
import type { ErrorMessage } from './errorMessage.ts';

/** Describes errors of sign-ins and of session refreshes. */
export function describeSignInError(error: unknown): ErrorMessage | undefined {
  if (error instanceof SignInRequiredError) {
    const sentence = error.reason === 'expired' ? expiredSentence(error) : l10n.t('Sign in to Roomside first.');
    return { sentence, actions: ['signIn'] };
  }
  if (error instanceof RefreshDelayedError) return describeRefreshDelay(error);
  if (error instanceof SignInRefusedError) return describeRefusal(error);
  if (error instanceof ClientRefusedError) return describeClientRefusal(error.host);
  if (error instanceof SignInLinkExpiredError) {
    return { sentence: l10n.t('The sign-in link expired. Sign in again.'), actions: ['signIn'] };
  }
  if (error instanceof BrokerNotFoundError) return describeMissingBroker(error);
  if (error instanceof SecretStoreError) {
    return { sentence: keyringSentence(error), actions: ['diagnose', 'showLog'] };
  }
  if (error instanceof PersonUnknownError) {
    const sentence = l10n.t("Couldn't get your account from {0}. Try again.", error.host);
    return { sentence, actions: ['retry', 'showLog'] };
  }
  if (error instanceof SessionLostError) {
    const sentence = l10n.t('The keyring of this computer no longer contains your sign-in. Sign in again.');
    return { sentence, actions: ['signIn', 'showLog'] };
  }
  if (error instanceof LoopbackPortError) return { sentence: portSentence(error), actions: ['retry', 'openSettings'] };
  if (error instanceof BrokerUrlError) {
    const sentence = l10n.t('The address of the token broker in the settings is not valid. {0}', urlProblem(error));
    return { sentence, actions: ['openSettings'] };
  }
  if (error instanceof BaseUrlError) return { sentence: baseUrlProblem(error), actions: ['openSettings'] };
  return undefined;
}

function expiredSentence({ label }: SignInRequiredError): string {
  return label === undefined
    ? l10n.t('Your session has expired. Sign in again to continue.')
    : l10n.t('Your session for {0} has expired. Sign in again to continue.', label);
}

/** A TLS error has its own hint, which is shown whatever request failed. */
function describeRefreshDelay({ host, cause }: RefreshDelayedError): ErrorMessage {
  if (cause instanceof ConnectionError && cause.kind === 'tls') return describeConnectionError(cause);
  if (cause instanceof BrokerNotFoundError) return describeMissingBroker(cause);
  if (isClientRefusal(cause)) return describeClientRefusal(host);
  const sentence = l10n.t("{0} can't renew your session right now. You stay signed in. Roomside will try again.", host);
  return { sentence, actions: ['retry', 'diagnose'] };
}

function describeClientRefusal(host: string): ErrorMessage {
  const sentence = l10n.t('{0} did not accept the client ID or the secret. Check them and sign in again.', host);
  return { sentence, actions: ['signIn', 'showLog'] };
}

function describeMissingBroker({ brokerUrl }: BrokerNotFoundError): ErrorMessage {
  const sentence = l10n.t('There is no token broker at {0} (404). Check the setting roomside.broker.url.', brokerUrl);
  return { sentence, actions: ['openSettings', 'diagnose'] };
}

function keyringSentence({ operation }: SecretStoreError): string {
  return operation === 'remove'
    ? l10n.t(
        "Couldn't remove the sign-in because the keyring of this computer is locked. Unlock it and sign out again.",
      )
    : l10n.t('The keyring of this computer is missing or locked, so the sign-in lasts only until this window closes.');
}

/** Adds the description from the service, as plain text. */
function describeRefusal(refusal: SignInRefusedError): ErrorMessage {
  const { sentence, actions } = refusalReason(refusal);
  const said = refusal.description?.trim();
  return { sentence: said ? `${sentence} ${l10n.t('The service says: {0}', oneLine(said))}` : sentence, actions };
}

function refusalReason({ error, description, isThroughBroker }: SignInRefusedError): ErrorMessage {
  if (error === 'invalid_scope') return describeScopeRefusal(isThroughBroker);
  if (error !== 'access_denied') {
    const code = oneLine(error.slice(0, 60));
    return { sentence: l10n.t('The service refused the sign-in ({0}).', code), actions: ['signIn', 'showLog'] };
  }
  const declined = l10n.t('Access was denied. You are not signed in.');
  const approval = l10n.t('An administrator may have to approve Roomside first.');
  // Services where an administrator has to approve say so here. Most say only that access was denied.
  const isForAdministrator = /\badmin/i.test(description ?? '');
  return { sentence: isForAdministrator ? `${declined} ${approval}` : declined, actions: ['signIn'] };
}

function describeScopeRefusal(isThroughBroker: boolean): ErrorMessage {
  return isThroughBroker
    ? {
        sentence: l10n.t(
          'The service refused the scopes of the token broker (invalid_scope). Its operator can set another prefix.',
        ),
        actions: ['showLog'],
      }
    : {
        sentence: l10n.t(
          'The service refused the scopes (invalid_scope). Check that your integration has them and that roomside.service.scopePrefix is their prefix.',
        ),
        actions: ['changeScopePrefix', 'signIn', 'showLog'],
      };
}

function portSentence({ port, code }: LoopbackPortError): string {
  return code === 'EADDRINUSE'
    ? l10n.t("Port {0} is in use, so the browser can't return to the editor. Free it, or register another port.", port)
    : l10n.t("Port {0} can't be used ({1}). Register another port.", port, code);
}

/** The problem with the address of a service. */
export function baseUrlProblem(error: BaseUrlError): string {
  if (error.problem === 'empty') return l10n.t('Enter the address of the service, for example https://webexapis.com.');
  if (error.problem === 'not-a-url') {
    return l10n.t('This is not a valid address. Use the format https://webexapis.com.');
  }
  return urlProblem(error);
}

/** The problem with an address. */
function urlProblem({ problem }: BaseUrlError): string {
  const words = {
    empty: l10n.t('It is empty.'),
    'not-a-url': l10n.t('This is not a valid URL.'),
    'not-https': l10n.t('The address must begin with https://.'),
    'has-credentials': l10n.t('Remove the user name and password from the address.'),
    'has-query': l10n.t('Remove everything from ? or # onward.'),
    'below-v1': l10n.t('Remove everything from /v1 onward.'),
  };
  return words[problem];
}
