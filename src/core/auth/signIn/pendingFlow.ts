import { randomBytes } from 'node:crypto';
import type { Clock } from '../../base/clock.ts';
import { fieldsOf } from '../../base/json.ts';
import type { NamedLocks } from '../../base/storage/locks.ts';
import { list, number, object, oneOf, type Shape, string } from '../../base/storage/recordShape.ts';
import { temporaryValue } from '../../base/storage/storedRecord.ts';
import type { SecretStore } from '../secretStore.ts';
import type { CallbackSender } from './callback.ts';

/** The fields of all pending sign-ins. */
const facts = {
  /**
   * Unpredictable and unique to this attempt: the `state` that the service returns, or the `fid` that a broker returns.
   */
  state: string,
  baseUrl: string,
  scopes: list(string),
  startedAtMs: number,
  /** 256 bit as base64url; its S256 is the `code_challenge` for a service, and the `challenge` of the start for a broker. */
  verifier: string,
};
const integrationFlow = object({
  ...facts,
  kind: oneOf('integration', 'sandbox'),
  clientId: string,
  clientSecret: string,
  redirectUri: string,
});
/** `refreshSecret` has 256 bit as base64url and binds the refresh handle to this installation. */
const brokerFlow = object({ ...facts, kind: oneOf('broker', 'sandbox'), brokerUrl: string, refreshSecret: string });

/** A sign-in with a client ID and secret that this computer stores. */
export interface IntegrationFlow extends Shape<typeof integrationFlow> {
  readonly brokerUrl?: undefined;
}

/** A sign-in through a broker. The verifier and the refresh secret are sent only at redemption. */
export interface BrokerFlow extends Shape<typeof brokerFlow> {
  readonly clientId?: undefined;
}

/**
 * A sign-in that waits for its callback. Stored as a secret, so that any window can complete it, even after a reload.
 */
export type PendingFlow = IntegrationFlow | BrokerFlow;

/** After this time a callback finds no flow. */
export const flowLifetimeMs = 10 * 60_000;
/** The lock while a flow is taken or removed. */
const lockName = 'flows';
/** Without the lock it goes on after this: a sign-in must not fail because of it. */
const lockTimeoutMs = 5_000;
const keyPrefix = 'flow.v1.';
const keyOf = (state: string): string => keyPrefix + state;
/** 256 bit for a service and 128 for a broker, so that a callback of one can never name a flow of the other. */
const statePatterns: Readonly<Record<CallbackSender, RegExp>> = {
  service: /^[A-Za-z0-9_-]{43}$/,
  broker: /^[A-Za-z0-9_-]{22}$/,
};

/** Creates a sign-in with an integration and new random values. */
export function newIntegrationFlow(facts: Omit<IntegrationFlow, 'state' | 'verifier'>): IntegrationFlow {
  return { ...facts, state: newSecret(32), verifier: newSecret(32) };
}

/** Creates a sign-in through a broker with new random values. */
export function newBrokerFlow(
  facts: Pick<BrokerFlow, 'kind' | 'baseUrl' | 'brokerUrl' | 'scopes' | 'startedAtMs'>,
): BrokerFlow {
  return { ...facts, state: newSecret(16), verifier: newSecret(32), refreshSecret: newSecret(32) };
}

/** Random bytes as base64url, which is safe in any query and encoding. */
export function newSecret(byteLength: number): string {
  return randomBytes(byteLength).toString('base64url');
}

/** The stored flows. The lock is the one of all windows. */
export interface FlowStore {
  readonly secrets: SecretStore;
  readonly lock: NamedLocks;
}

/** Stores the flow until its callback. */
export async function storeFlow(secrets: SecretStore, flow: PendingFlow): Promise<void> {
  await secrets.write(keyOf(flow.state), JSON.stringify({ version: 1, ...flow }));
}

/**
 * Takes the flow that a callback names, by deleting it, so that it is completed only once. Returns `undefined` for
 * unknown, foreign and expired flows.
 */
export async function takeFlow(
  store: FlowStore,
  { from, state }: { readonly from: CallbackSender; readonly state: string },
  clock: Clock,
): Promise<PendingFlow | undefined> {
  // Checked before the lock, so that a link of a stranger never waits for a lock.
  if (!statePatterns[from].test(state) || !(await isFlowPending(store.secrets, state))) return undefined;
  const flow = await removeFlow(store, state);
  return flow?.state === state && clock.now() - flow.startedAtMs <= flowLifetimeMs ? flow : undefined;
}

function readFlow(value: unknown, name: string): PendingFlow {
  return fieldsOf(value).brokerUrl === undefined ? integrationFlow(value, name) : brokerFlow(value, name);
}

/** Whether the flow still waits for its callback in any window. */
export async function isFlowPending(secrets: SecretStore, state: string): Promise<boolean> {
  return (await secrets.read(keyOf(state))) !== undefined;
}

/**
 * Removes a flow, under a lock that is held until other windows see it.
 * @returns the flow if it was still pending; otherwise a window is completing it, or it has ended
 */
export function removeFlow({ secrets, lock }: FlowStore, state: string): Promise<PendingFlow | undefined> {
  const remove = async (): Promise<PendingFlow | undefined> => {
    const flow = await storedFlow(secrets, state);
    await secrets.write(keyOf(state), undefined);
    return flow;
  };
  return lock.run(lockName, (held) => remove().finally(() => held.written()), lockTimeoutMs);
}

/** Removes expired flows, and flows that start in the future by the current clock. */
export async function purgeExpiredFlows(store: FlowStore, clock: Clock): Promise<void> {
  for (const key of await store.secrets.keys()) {
    if (!key.startsWith(keyPrefix)) continue;
    const state = key.slice(keyPrefix.length);
    const { startedAtMs } = (await storedFlow(store.secrets, state)) ?? {};
    if (startedAtMs !== undefined && Math.abs(clock.now() - startedAtMs) > flowLifetimeMs)
      await removeFlow(store, state);
  }
}

async function storedFlow(secrets: SecretStore, state: string): Promise<PendingFlow | undefined> {
  return temporaryValue(await secrets.read(keyOf(state)), 1, readFlow);
}
