import type { Send } from '../core/api/send.ts';
import type { Account } from '../core/auth/account.ts';
import { challengeOf } from '../core/auth/brokerClient.ts';
import type { BrokerStartQuery } from '../core/auth/brokerProtocol.ts';
import { acceptedStart, brokerStartAddress } from '../core/auth/brokerStart.ts';
import type { BrowserAttempt } from '../core/auth/browserAttempt.ts';
import { matchPhrase } from '../core/auth/matchPhrase.ts';
import { type BrokerFlow, newBrokerFlow } from '../core/auth/pendingFlow.ts';
import { requestedScopes, scopePrefixOf } from '../core/auth/scopes.ts';
import { type BrowserSignInPorts, signInThroughBrowser } from './browserSignIn.ts';
import { callbackUriOfWindow } from './callbackUri.ts';
import { settings } from './settings.ts';

/** What a sign-in through a broker needs. `send` is the pipe without a bearer. */
export interface BrokerSignInPorts extends BrowserSignInPorts {
  readonly send: Send;
}

/** A sign-in through a broker. Addresses have no slash at their end. */
export interface BrokerSignIn {
  readonly kind: BrokerFlow['kind'];
  readonly brokerUrl: string;
  /** The service that the broker stands before. */
  readonly baseUrl: string;
  /**
   * What the account may do. A broker decides that by itself and does not tell: it asks for the scopes Roomside needs,
   * with the service's prefix (docs/broker.md), so these are taken to be granted where nothing else is known.
   */
  readonly scopes?: readonly string[];
  /**
   * For a broker that can be told of the start before the browser comes: gives the address to open. Such a one is told
   * the callback of an editor in the browser, too, which others refuse.
   */
  prepareStart?(query: BrokerStartQuery): Promise<string>;
}

/**
 * Signs in through a broker: the client secret and the refresh token stay there.
 * @throws {BrokerNotFoundError} before the browser opens, when there is no broker at the address
 */
export function signInThroughBroker(ports: BrokerSignInPorts, signIn: BrokerSignIn): Promise<Account> {
  return signInThroughBrowser(ports, () => beginAttempt(ports, signIn));
}

async function beginAttempt(
  { clock, send }: BrokerSignInPorts,
  { kind, brokerUrl, baseUrl, scopes: knownScopes, prepareStart }: BrokerSignIn,
): Promise<BrowserAttempt> {
  const scopes = knownScopes ?? requestedScopes(scopePrefixOf(baseUrl, settings.scopePrefix.value));
  const flow = newBrokerFlow({ kind, brokerUrl, baseUrl, scopes, startedAtMs: clock.now() });
  const challenge = challengeOf(flow.verifier);
  const phrase = matchPhrase(challenge);
  const query = { challenge, fid: flow.state, cb: await callbackUriOfWindow() };
  if (prepareStart !== undefined) return { flow, phrase, address: await prepareStart(query) };
  const accepted = await acceptedStart(brokerUrl, query, send);
  const address = brokerStartAddress(brokerUrl, accepted);
  return { flow, phrase, address, isPasted: accepted.cb === undefined };
}
