import { createServiceClient } from '../../api/client.ts';
import { ServiceError, UnexpectedResponseError } from '../../api/errors.ts';
import { withBearer } from '../../api/pipe.ts';
import type { Send } from '../../api/send.ts';
import { exchangeCode, type TokenSet } from '../../api/tokens.ts';
import type { Clock } from '../../base/clock.ts';
import { withRetries } from '../../base/scheduling/backOff.ts';
import type { Account } from '../account.ts';
import type { AccountStore } from '../accountStore.ts';
import { type AccountOrigin, isClientRefusal, isTransientFailure, newAccount } from '../accountTokens.ts';
import { challengeOf, isBrokerRefusal, redeemCode } from '../brokerClient.ts';
import { ClientRefusedError, PersonUnknownError, SignInLinkExpiredError, SignInRefusedError } from '../errors.ts';
import type { Callback } from './callback.ts';
import { writeIntegration } from './integration.ts';
import { type BrokerFlow, type FlowStore, type IntegrationFlow, takeFlow } from './pendingFlow.ts';

/** The user waits, and a code expires soon. */
const maxWaitMs = 60_000;

/** A code can be used once, so temporary failures are retried, never earlier than the service asks [A58]. */
function retryPolicy(failureCount: number, error?: unknown): number | undefined {
  const { retryAfterMs = 0 } = error instanceof ServiceError ? error : {};
  const waitMs = [1_000, 3_000][failureCount];
  return waitMs === undefined || retryAfterMs > maxWaitMs ? undefined : Math.max(waitMs, retryAfterMs);
}

/** `send` is the pipe without a bearer. */
export interface SignInPorts extends FlowStore {
  readonly accounts: AccountStore;
  readonly send: Send;
  readonly clock: Clock;
}

/**
 * Completes the flow that a callback names [A42], in any window.
 * @returns the account; `undefined` if the callback belongs to no pending flow, and then nothing has changed
 * @throws {SignInRefusedError} if the user or the service declined
 * @throws {ClientRefusedError} if the service refuses the client ID or the secret
 * @throws {SignInLinkExpiredError} if the broker refuses the sealed code
 * @throws {PersonUnknownError} if the service returned tokens but not their person, after three requests
 */
export async function completeSignIn(ports: SignInPorts, callback: Callback): Promise<Account | undefined> {
  if (callback.kind === 'malformed') return undefined;
  const flow = await takeFlow(ports, callback, ports.clock);
  if (flow === undefined) return undefined;
  if (callback.kind === 'error') {
    throw new SignInRefusedError(callback.error, callback.description, flow.brokerUrl !== undefined);
  }
  const { kind, baseUrl, scopes } = flow;
  if (flow.brokerUrl === undefined) {
    const { clientId, clientSecret } = flow;
    const tokens = await exchange(ports, flow, callback.code);
    return storeWithRetries(ports, { kind, baseUrl, scopes, clientId, clientSecret }, tokens);
  }
  const { brokerUrl, refreshSecret } = flow;
  const tokens = await redeem(ports, flow, callback.code);
  return storeWithRetries(ports, { kind, baseUrl, scopes, brokerUrl, refreshSecret }, tokens);
}

/** Saves the integration for the next sign-in after it has worked. */
async function exchange(ports: SignInPorts, flow: IntegrationFlow, code: string): Promise<TokenSet> {
  try {
    const exchangeOnce = () => exchangeCode(ports.send, { ...flow, code, codeVerifier: flow.verifier });
    const retries = { policy: retryPolicy, isTransient: isRateLimited, clock: ports.clock };
    const tokens = await withRetries(exchangeOnce, retries);
    // A keyring failure must not fail the sign-in. The account is written next, and its store reports the failure.
    if (flow.kind === 'integration') await writeIntegration(ports.secrets, flow).catch(() => undefined);
    return tokens;
  } catch (error) {
    const isBare401 = error instanceof ServiceError && error.status === 401 && !error.oauthError && !error.isWebPage;
    if (!isBare401 && !isClientRefusal(error)) throw error;
    throw new ClientRefusedError(new URL(flow.baseUrl).host, { cause: error });
  }
}

/** After any other answer the code may be used up. */
function isRateLimited(error: unknown): boolean {
  return error instanceof ServiceError && error.status === 429;
}

/** A broker that could not reach the service releases the code, so that a retry can succeed. */
async function redeem(
  { send, clock }: SignInPorts,
  { brokerUrl, verifier, refreshSecret }: BrokerFlow,
  code: string,
): Promise<TokenSet> {
  const body = { code, verifier, refresh_challenge: challengeOf(refreshSecret) };
  const redeemOnce = () => redeemCode({ send, brokerUrl }, body);
  const isTransient = (error: unknown): boolean => isTransientFailure(error) && !isBrokerRefusal(error);
  try {
    return await withRetries(redeemOnce, { policy: retryPolicy, isTransient, clock });
  } catch (error) {
    throw isBrokerRefusal(error) ? new SignInLinkExpiredError() : error;
  }
}

async function storeWithRetries(ports: SignInPorts, origin: AccountOrigin, tokens: TokenSet): Promise<Account> {
  const store = () => storeNewAccount(ports, origin, tokens);
  try {
    return await withRetries(store, { policy: retryPolicy, isTransient: mayStillBeStored, clock: ports.clock });
  } catch (error) {
    throw mayStillBeStored(error) ? unknownPerson(ports, origin, tokens, error) : error;
  }
}

/** A refusal depends on the scopes: a retry would not change it. */
function mayStillBeStored(error: unknown): error is Error {
  return isTransientFailure(error) && !(error instanceof ServiceError && [401, 403].includes(error.status));
}

function unknownPerson(ports: SignInPorts, origin: AccountOrigin, tokens: TokenSet, cause: Error): PersonUnknownError {
  let retrying: Promise<unknown> | undefined;
  const retry = async (): Promise<void> => {
    retrying ??= storeWithRetries(ports, origin, tokens).finally(() => {
      retrying = undefined;
    });
    await retrying;
  };
  return new PersonUnknownError(new URL(origin.baseUrl).host, retry, { cause });
}

/** Signs in with a token that the user pasted [A38]. Rejects with `ServiceError` 401 if it is refused. */
export function signInWithToken(
  ports: SignInPorts,
  baseUrl: string,
  accessToken: string,
  signal?: AbortSignal,
): Promise<Account> {
  const tokens: TokenSet = { accessToken, expiresInS: undefined };
  return storeNewAccount(ports, { kind: 'personal-token', baseUrl, scopes: [] }, tokens, signal);
}

async function storeNewAccount(
  ports: SignInPorts,
  origin: AccountOrigin,
  tokens: TokenSet,
  signal?: AbortSignal,
): Promise<Account> {
  const fixed = { get: async () => tokens.accessToken, refresh: async () => undefined };
  const send = withBearer(fixed, new URL(origin.baseUrl).origin)(ports.send);
  const person = await createServiceClient({ baseUrl: origin.baseUrl, send }).getMe(signal);
  if (person.id === '') {
    // JSON of another kind of service: no account may be created from it.
    const { host, pathname: path } = new URL(`${origin.baseUrl}/v1/people/me`);
    throw new UnexpectedResponseError({ status: 200, host, path, problem: 'wrong-shape' });
  }
  return ports.accounts.set(newAccount(origin, person, tokens, ports.clock.now()));
}
