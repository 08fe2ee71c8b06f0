import { randomBytes } from 'node:crypto';
import type { Clock } from '../base/clock.ts';
import { parseRecord, type RecordReader } from '../base/storedRecord.ts';
import { defined } from './account.ts';
import type { CallbackSender } from './callback.ts';
import { addToFlowIndex, readFlowIndex, removeFromFlowIndex } from './flowIndex.ts';
import { type LockManager, noLock } from './lockManager.ts';
import type { SecretStore } from './secretStore.ts';

/** What is known of every sign-in that waits for its callback. */
interface FlowFacts {
  /** Unpredictable, made for this attempt alone: the `state` the service gives back, or the `fid` a broker gives back. */
  readonly state: string;
  readonly baseUrl: string;
  readonly scopes: readonly string[];
  readonly startedAtMs: number;
}

/** A sign-in with a client ID and secret that this computer holds. */
export interface IntegrationFlow extends FlowFacts {
  readonly kind: 'integration' | 'sandbox';
  readonly clientId: string;
  readonly clientSecret: string;
  readonly redirectUri: string;
  /** 256 bit as base64url; its S256 is the `code_challenge`. Absent in a flow that an earlier version began. */
  readonly verifier?: string;
  readonly brokerUrl?: undefined;
}

/** A sign-in through a broker. The secrets are 256 bit each, as base64url, and leave the editor at redemption only. */
export interface BrokerFlow extends FlowFacts {
  readonly kind: 'broker' | 'sandbox';
  readonly brokerUrl: string;
  /** Its S256 is the `challenge` of the start. */
  readonly verifier: string;
  /** Binds the refresh handle to this installation. */
  readonly refreshSecret: string;
  readonly clientId?: undefined;
}

/** A sign-in that waits for its callback. Kept as a secret, so that any window, also after a reload, can complete it. */
export type PendingFlow = IntegrationFlow | BrokerFlow;

/** Where flows are kept. The lock is held, by the name `flows`, while one is stored, claimed or forgotten. */
export interface FlowPorts {
  readonly secrets: SecretStore;
  readonly lock?: LockManager;
}

/** A callback later than this finds no flow any more. */
export const flowLifetimeMs = 10 * 60_000;
/** So long other windows are waited for, and then not: a sign-in must not fail for want of a lock. */
const lockTimeoutMs = 5_000;

const keyOf = (state: string): string => `flow.v1.${state}`;
/** 256 bit go to a service and 128 to a broker, so that a callback of the one can never name a flow of the other. */
const statePatterns: Readonly<Record<CallbackSender, RegExp>> = {
  service: /^[A-Za-z0-9_-]{43}$/,
  broker: /^[A-Za-z0-9_-]{22}$/,
};

/** 256 random bits as base64url. */
export function newState(): string {
  return newSecret(32);
}

/** A sign-in with an integration, with random values of its own. */
export function newIntegrationFlow(
  facts: Omit<IntegrationFlow, 'state' | 'verifier'>,
): IntegrationFlow & { readonly verifier: string } {
  return { ...facts, state: newState(), verifier: newSecret(32) };
}

/** A sign-in through a broker, with random values of its own. */
export function newBrokerFlow(
  facts: Pick<BrokerFlow, 'kind' | 'baseUrl' | 'brokerUrl' | 'scopes' | 'startedAtMs'>,
): BrokerFlow {
  return { ...facts, state: newSecret(16), verifier: newSecret(32), refreshSecret: newSecret(32) };
}

/** Random bytes as base64url: safe in every query, however it is encoded. */
function newSecret(byteLength: number): string {
  return randomBytes(byteLength).toString('base64url');
}

/** Remembers the flow until its callback. */
export function storeFlow(ports: FlowPorts, flow: PendingFlow): Promise<void> {
  return withFlowLock(ports, async () => {
    await addToFlowIndex(ports.secrets, flow);
    await ports.secrets.write(keyOf(flow.state), JSON.stringify({ version: 1, ...flow }));
  });
}

/**
 * Claims the flow that a callback names, by deleting it: whoever takes it completes it, and nobody twice.
 * Unknown, foreign and stale ones give `undefined`.
 */
export async function takeFlow(
  ports: FlowPorts,
  { from, state }: { readonly from: CallbackSender; readonly state: string },
  clock: Clock,
): Promise<PendingFlow | undefined> {
  // What nobody waits for is told by reading alone: no stranger's link makes anybody wait for a lock.
  if (!statePatterns[from].test(state) || !(await isFlowPending(ports.secrets, state))) return undefined;
  const flow = await withFlowLock(ports, async () => {
    const record = parseRecord(await ports.secrets.read(keyOf(state)), 1, readFlow);
    if (record.kind !== 'value' || record.value.state !== state) return undefined;
    await removeFlows(ports.secrets, [state]);
    return record.value;
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
      ...defined({ verifier: fields.optionalString('verifier') }),
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

/** Whether the flow still waits for its callback: no window has taken it. */
export async function isFlowPending(secrets: SecretStore, state: string): Promise<boolean> {
  return (await secrets.read(keyOf(state))) !== undefined;
}

/**
 * Forgets a flow that was given up.
 * @returns whether it still waited for its callback; one that did not is being completed, here or in another window, or is over
 */
export function removeFlow(ports: FlowPorts, state: string): Promise<boolean> {
  return withFlowLock(ports, async () => {
    const isPending = await isFlowPending(ports.secrets, state);
    await removeFlows(ports.secrets, [state]);
    return isPending;
  });
}

/** Forgets the flows whose callback would come too late, and, when the clock says that they begin only later, those, too. */
export async function purgeExpiredFlows(ports: FlowPorts, clock: Clock): Promise<void> {
  const isStale = ({ startedAtMs }: { readonly startedAtMs: number }): boolean =>
    Math.abs(clock.now() - startedAtMs) > flowLifetimeMs;
  if (!(await readFlowIndex(ports.secrets)).some(isStale)) return;
  await withFlowLock(ports, async () => {
    const stale = (await readFlowIndex(ports.secrets)).filter(isStale);
    await removeFlows(
      ports.secrets,
      stale.map(({ state }) => state),
    );
  });
}

/** Forgets every flow, whether or not somebody waits for it. */
export function removeAllFlows(ports: FlowPorts): Promise<void> {
  return withFlowLock(ports, async () => {
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

/** Other windows see a moment later what is written, so the lock stays until they do. */
function withFlowLock<T>({ lock = noLock }: FlowPorts, act: () => Promise<T>): Promise<T> {
  return lock.run('flows', (held) => act().finally(() => held.written()), lockTimeoutMs);
}
