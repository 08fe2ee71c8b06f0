import { l10n } from 'vscode';
import { ConnectionError } from '../../core/api/errors.ts';
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
import { isClientRefusal } from '../../core/auth/refreshAccountTokens.ts';
import { describeConnectionError } from './describeConnectionError.ts';
import type { ErrorMessage } from './errorMessage.ts';
import { oneLine } from './oneLine.ts';

/** Words what can go wrong with signing in and staying signed in. */
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
    const sentence = l10n.t('{0} let you in but did not say who you are. Nothing was lost: try again.', error.host);
    return { sentence, actions: ['retry', 'showLog'] };
  }
  if (error instanceof SessionLostError) {
    const sentence = l10n.t('The keyring of this computer no longer holds your sign-in. Sign in again.');
    return { sentence, actions: ['signIn', 'showLog'] };
  }
  if (error instanceof BaseUrlError) return { sentence: baseUrlProblem(error), actions: ['openSettings'] };
  if (error instanceof LoopbackPortError) return { sentence: portSentence(error), actions: ['retry', 'openSettings'] };
  if (error instanceof BrokerUrlError) {
    const sentence = l10n.t('The address of the token broker in the settings cannot be used. {0}', urlProblem(error));
    return { sentence, actions: ['openSettings'] };
  }
  return undefined;
}

function expiredSentence({ label }: SignInRequiredError): string {
  return label === undefined
    ? l10n.t('Your session has expired. Sign in again; nothing was lost.')
    : l10n.t('Your session for {0} has expired. Sign in again; nothing was lost.', label);
}

/** A TLS failure has a hint of its own; it is told whatever it got in the way of. */
function describeRefreshDelay({ host, cause }: RefreshDelayedError): ErrorMessage {
  if (cause instanceof ConnectionError && cause.kind === 'tls') return describeConnectionError(cause);
  if (cause instanceof BrokerNotFoundError) return describeMissingBroker(cause);
  if (isClientRefusal(cause)) return describeClientRefusal(host);
  const sentence = l10n.t('{0} cannot renew your session for now. You stay signed in, and Roomside tries again.', host);
  return { sentence, actions: ['retry', 'diagnose'] };
}

function describeClientRefusal(host: string): ErrorMessage {
  const sentence = l10n.t('{0} did not accept the client ID or the secret. Sign in again with the right ones.', host);
  return { sentence, actions: ['signIn', 'showLog'] };
}

function describeMissingBroker({ brokerUrl }: BrokerNotFoundError): ErrorMessage {
  const sentence = l10n.t('There is no token broker at {0} (404). Check the setting roomside.broker.url.', brokerUrl);
  return { sentence, actions: ['openSettings', 'diagnose'] };
}

function keyringSentence({ operation }: SecretStoreError): string {
  return operation === 'remove'
    ? l10n.t('The keyring of this computer is locked: the sign-in could not be removed. Unlock it and sign out again.')
    : l10n.t('The keyring of this computer is missing or locked, so the sign-in lasts only until this window closes.');
}

/** With what the service says of it, as text and nothing else. */
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
  const declined = l10n.t('You declined access. Nothing was changed.');
  const approval = l10n.t('An administrator may have to approve Roomside first.');
  // Services that leave the decision to an administrator say so here; most say only that access was denied.
  const isForAdministrator = /\badmin/i.test(description ?? '');
  return { sentence: isForAdministrator ? `${declined} ${approval}` : declined, actions: ['signIn'] };
}

function describeScopeRefusal(isThroughBroker: boolean): ErrorMessage {
  return isThroughBroker
    ? {
        sentence: l10n.t(
          'The service refused the scopes that the token broker asked for (invalid_scope). The operator of the broker can set another prefix.',
        ),
        actions: ['showLog'],
      }
    : {
        sentence: l10n.t(
          'The service refused the scopes (invalid_scope). Check that your integration has them, and that their names begin with the setting roomside.service.scopePrefix.',
        ),
        actions: ['changeScopePrefix', 'signIn', 'showLog'],
      };
}

function portSentence({ port, code }: LoopbackPortError): string {
  return code === 'EADDRINUSE'
    ? l10n.t(
        'Port {0} of this computer is taken, so the browser could not come back. Free it, or register another.',
        port,
      )
    : l10n.t('Port {0} of this computer cannot be used ({1}). Register another.', port, code);
}

/** What is wrong with the address of a service. */
export function baseUrlProblem(error: BaseUrlError): string {
  if (error.problem === 'empty') return l10n.t('Type the address of the service, for example https://webexapis.com.');
  if (error.problem === 'not-a-url') {
    return l10n.t('This is not an address. It should look like https://webexapis.com.');
  }
  return urlProblem(error);
}

/** What is wrong with any address. */
function urlProblem({ problem }: BaseUrlError | BrokerUrlError): string {
  const words = {
    empty: l10n.t('It is empty.'),
    'not-a-url': l10n.t('This is not an address.'),
    'not-https': l10n.t('The address must begin with https://, so that nobody on the way can read along.'),
    'has-credentials': l10n.t('Leave user name and password out of the address.'),
    'has-query': l10n.t('Leave out everything from ? or # on.'),
    'below-v1': l10n.t('Leave out everything from /v1 on.'),
  };
  return words[problem];
}
