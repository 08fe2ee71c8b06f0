import { randomBytes } from 'node:crypto';
import type { Clock } from '../../base/clock.ts';
import { type RecordReader, temporaryValue } from '../../base/json.ts';
import { secretKeys } from '../../base/storage/storedNames.ts';
import { changeSecrets, type LockedSecrets, type SecretStore } from '../secretStore.ts';
import type { CallbackSender } from './callback.ts';

/** The fields of all pending sign-ins. */
interface FlowFacts {
  /**
   * Unpredictable and unique to this attempt: the `state` that the service returns, or the `fid` that a broker returns.
   */
  readonly state: string;
  readonly baseUrl: string;
  readonly scopes: readonly string[];
  readonly startedAtMs: number;
}

/** A sign-in with a client ID and secret that this computer stores. */
export interface IntegrationFlow extends FlowFacts {
  readonly kind: 'integration' | 'sandbox';
  readonly clientId: string;
  readonly clientSecret: string;
  readonly redirectUri: string;
  /** 256 bit as base64url; its S256 is the `code_challenge`. */
  readonly verifier: string;
  readonly brokerUrl?: undefined;
}

/** A sign-in through a broker. The secrets are 256 bit each, as base64url, and are sent only at redemption. */
export interface BrokerFlow extends FlowFacts {
  readonly kind: 'broker' | 'sandbox';
  readonly brokerUrl: string;
  /** Its S256 is the `challenge` of the start. */
  readonly verifier: string;
  /** Binds the refresh handle to this installation. */
  readonly refreshSecret: string;
  readonly clientId?: undefined;
}

/**
 * A sign-in that waits for its callback. Stored as a secret, so that any window can complete it, even after a reload.
 */
export type PendingFlow = IntegrationFlow | BrokerFlow;

/** After this time a callback finds no flow. */
export const flowLifetimeMs = 10 * 60_000;
/** The lock while a flow is stored, taken or removed. */
const lockName = 'flows';
const keyOf = (state: string): string => `flow.v1.${state}`;
/** 256 bit for a service and 128 for a broker, so that a callback of one can never name a flow of the other. */
const statePatterns: Readonly<Record<CallbackSender, RegExp>> = {
  service: /^[A-Za-z0-9_-]{43}$/,
  broker: /^[A-Za-z0-9_-]{22}$/,
};

/** 256 random bits as base64url. */
export function newState(): string {
  return newSecret(32);
}

/** Creates a sign-in with an integration and new random values. */
export function newIntegrationFlow(facts: Omit<IntegrationFlow, 'state' | 'verifier'>): IntegrationFlow {
  return { ...facts, state: newState(), verifier: newSecret(32) };
}

/** Creates a sign-in through a broker with new random values. */
export function newBrokerFlow(
  facts: Pick<BrokerFlow, 'kind' | 'baseUrl' | 'brokerUrl' | 'scopes' | 'startedAtMs'>,
): BrokerFlow {
  return { ...facts, state: newSecret(16), verifier: newSecret(32), refreshSecret: newSecret(32) };
}

/** Random bytes as base64url, which is safe in any query and encoding. */
function newSecret(byteLength: number): string {
  return randomBytes(byteLength).toString('base64url');
}

/** Stores the flow until its callback. */
export function storeFlow(ports: LockedSecrets, flow: PendingFlow): Promise<void> {
  return changeSecrets(ports, lockName, async () => {
    await addToFlowIndex(ports.secrets, flow);
    await ports.secrets.write(keyOf(flow.state), JSON.stringify({ version: 1, ...flow }));
  });
}

/**
 * Takes the flow that a callback names, by deleting it, so that it is completed only once. Returns `undefined` for
 * unknown, foreign and expired flows.
 */
export async function takeFlow(
  ports: LockedSecrets,
  { from, state }: { readonly from: CallbackSender; readonly state: string },
  clock: Clock,
): Promise<PendingFlow | undefined> {
  // Checked before the lock, so that a link of a stranger never waits for a lock.
  if (!statePatterns[from].test(state) || !(await isFlowPending(ports.secrets, state))) return undefined;
  const flow = await changeSecrets(ports, lockName, async () => {
    const stored = temporaryValue(await ports.secrets.read(keyOf(state)), 1, readFlow);
    if (stored?.state !== state) return undefined;
    await removeFlows(ports.secrets, [state]);
    return stored;
  });
  return flow !== undefined && clock.now() - flow.startedAtMs <= flowLifetimeMs ? flow : undefined;
}

function readFlow(fields: RecordReader): PendingFlow {
  const facts = {
    state: fields.string('state'),
    baseUrl: fields.string('baseUrl'),
    scopes: fields.strings('scopes'),
    startedAtMs: fields.number('startedAtMs'),
  };
  const brokerUrl = fields.optionalString('brokerUrl');
  if (brokerUrl === undefined) {
    return {
      ...facts,
      kind: fields.enumValue('kind', ['integration', 'sandbox'] as const),
      clientId: fields.string('clientId'),
      clientSecret: fields.string('clientSecret'),
      redirectUri: fields.string('redirectUri'),
      verifier: fields.string('verifier'),
    };
  }
  return {
    ...facts,
    kind: fields.enumValue('kind', ['broker', 'sandbox'] as const),
    brokerUrl,
    verifier: fields.string('verifier'),
    refreshSecret: fields.string('refreshSecret'),
  };
}

/** Whether the flow still waits for its callback in any window. */
export async function isFlowPending(secrets: SecretStore, state: string): Promise<boolean> {
  return (await secrets.read(keyOf(state))) !== undefined;
}

/**
 * Removes a cancelled flow.
 * @returns whether it was still pending; otherwise a window is completing it, or it has ended
 */
export function removeFlow(ports: LockedSecrets, state: string): Promise<boolean> {
  return changeSecrets(ports, lockName, async () => {
    const isPending = await isFlowPending(ports.secrets, state);
    await removeFlows(ports.secrets, [state]);
    return isPending;
  });
}

/** Removes expired flows, and flows that start in the future by the current clock. */
export async function purgeExpiredFlows(ports: LockedSecrets, clock: Clock): Promise<void> {
  const isStale = ({ startedAtMs }: { readonly startedAtMs: number }): boolean =>
    Math.abs(clock.now() - startedAtMs) > flowLifetimeMs;
  if (!(await readFlowIndex(ports.secrets)).some(isStale)) return;
  await changeSecrets(ports, lockName, async () => {
    const stale = (await readFlowIndex(ports.secrets)).filter(isStale);
    await removeFlows(
      ports.secrets,
      stale.map(({ state }) => state),
    );
  });
}

/** Removes all flows, pending or not. */
export function removeAllFlows(ports: LockedSecrets): Promise<void> {
  return changeSecrets(ports, lockName, async () => {
    const flows = await readFlowIndex(ports.secrets);
    await removeFlows(
      ports.secrets,
      flows.map(({ state }) => state),
    );
  });
}

async function removeFlows(secrets: SecretStore, states: readonly string[]): Promise<void> {
  for (const state of states) await secrets.write(keyOf(state), undefined);
  await removeFromFlowIndex(secrets, new Set(states));
}

/** A sign-in that was started and may have been abandoned. */
interface IndexedFlow {
  readonly state: string;
  readonly startedAtMs: number;
}

/** All flows that may be stored, because a secret store cannot list its entries. A broken index counts as empty. */
async function readFlowIndex(secrets: SecretStore): Promise<readonly IndexedFlow[]> {
  const flows = temporaryValue(await secrets.read(secretKeys.flows), 1, (fields) =>
    fields.optionalRecords('flows').map((flow) => ({
      state: flow.string('state'),
      startedAtMs: flow.number('startedAtMs'),
    })),
  );
  return flows ?? [];
}

/** Adds a flow before it is stored: a surplus entry does no harm, but a missing one would leave a secret behind. */
async function addToFlowIndex(secrets: SecretStore, { state, startedAtMs }: IndexedFlow): Promise<void> {
  const others = (await readFlowIndex(secrets)).filter((flow) => flow.state !== state);
  await write(secrets, [...others, { state, startedAtMs }]);
}

/** Removes flows that are not stored any more. */
async function removeFromFlowIndex(secrets: SecretStore, states: ReadonlySet<string>): Promise<void> {
  const before = await readFlowIndex(secrets);
  const after = before.filter(({ state }) => !states.has(state));
  if (after.length < before.length) await write(secrets, after);
}

async function write(secrets: SecretStore, flows: readonly IndexedFlow[]): Promise<void> {
  await secrets.write(secretKeys.flows, flows.length === 0 ? undefined : JSON.stringify({ version: 1, flows }));
}
