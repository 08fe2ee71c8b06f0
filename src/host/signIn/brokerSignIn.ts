import type { Account } from '../../core/auth/account.ts';
import { challengeOf } from '../../core/auth/brokerClient.ts';
import type { BrokerStartQuery } from '../../core/auth/brokerProtocol.ts';
import { acceptedStart, brokerStartAddress } from '../../core/auth/signIn/brokerStart.ts';
import type { BrowserAttempt } from '../../core/auth/signIn/browserAttempt.ts';
import { isWebAddress } from '../../core/auth/signIn/callback.ts';
import { matchPhrase } from '../../core/auth/signIn/matchPhrase.ts';
import { type BrokerFlow, newBrokerFlow } from '../../core/auth/signIn/pendingFlow.ts';
import type { Services } from '../services.ts';
import { callbackUriOfWindow } from '../vscode/callbackUri.ts';
import { type BrowserSignInPorts, signInThroughBrowser } from './browserSignIn.ts';

export type BrokerSignInPorts = BrowserSignInPorts & Pick<Services, 'send'>;

/** A sign-in through a broker. Addresses have no trailing slash. */
export interface BrokerSignIn {
  readonly kind: BrokerFlow['kind'];
  readonly brokerUrl: string;
  /** The service that the broker signs in to. */
  readonly baseUrl: string;
  /**
   * The scopes of the account. A broker chooses them and does not report them: it requests the scopes that Roomside needs,
   * with the prefix of the service (docs/broker.md).
   */
  readonly scopes: readonly string[];
  /**
   * For a broker that accepts the start from the editor before the browser opens: returns the address to open. Such a
   * broker also accepts the callback of an editor in the browser, which other brokers reject.
   */
  prepareStart?(query: BrokerStartQuery): Promise<string>;
}

/**
 * Signs in through a broker. The client secret and the refresh token stay with the broker.
 * @throws {BrokerNotFoundError} before the browser opens, when there is no broker at the address
 */
export function signInThroughBroker(ports: BrokerSignInPorts, signIn: BrokerSignIn): Promise<Account> {
  return signInThroughBrowser(ports, (superseded) => beginAttempt(ports, signIn, superseded));
}

async function beginAttempt(
  { clock, send }: BrokerSignInPorts,
  { prepareStart, ...signIn }: BrokerSignIn,
  superseded: AbortSignal,
): Promise<BrowserAttempt> {
  const { brokerUrl } = signIn;
  const flow = newBrokerFlow({ ...signIn, startedAtMs: clock.now() });
  const challenge = challengeOf(flow.verifier);
  const phrase = matchPhrase(challenge);
  const query = { challenge, fid: flow.state, cb: await callbackUriOfWindow() };
  if (prepareStart !== undefined) {
    const address = await prepareStart(query);
    return { flow, phrase, address, isPageReplaced: isWebAddress(query.cb) };
  }
  const accepted = await acceptedStart(brokerUrl, query, (request) => send(request, superseded));
  const address = brokerStartAddress(brokerUrl, accepted);
  return { flow, phrase, address, isPasted: accepted.cb === undefined };
}
