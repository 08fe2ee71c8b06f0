import { randomBytes } from 'node:crypto';
import type { Clock } from '../base/clock.ts';
import type { AccountKind } from './account.ts';
import { addToFlowIndex, readFlowIndex, removeFromFlowIndex } from './flowIndex.ts';
import { parseRecord } from './record.ts';
import type { SecretStore } from './secretStore.ts';

/** A sign-in that waits for its callback. Kept as a secret, so that any window, also after a reload, can complete it. */
export interface PendingFlow {
  /** Unpredictable, made for this attempt alone ("State parameter"). */
  readonly state: string;
  readonly kind: Exclude<AccountKind, 'personal-token'>;
  readonly baseUrl: string;
  readonly clientId: string;
  readonly clientSecret: string;
  readonly redirectUri: string;
  readonly scopes: readonly string[];
  readonly startedAtMs: number;
}

/** A callback later than this finds no flow any more. */
export const flowLifetimeMs = 10 * 60_000;

const keyOf = (state: string): string => `flow.v1.${state}`;
const shapeOfState = /^[A-Za-z0-9_-]{43}$/;

/** 256 random bits as base64url: safe in every query, whoever encodes it. */
export function newState(): string {
  return randomBytes(32).toString('base64url');
}

/** Remembers the flow until its callback. */
export async function storeFlow(secrets: SecretStore, flow: PendingFlow): Promise<void> {
  await addToFlowIndex(secrets, flow);
  await secrets.write(keyOf(flow.state), JSON.stringify({ version: 1, ...flow }));
}

/**
 * Claims the flow that a callback's `state` names, by deleting it: whoever takes it completes it, and nobody twice.
 * Unknown, foreign and stale states give `undefined`.
 */
export async function takeFlow(secrets: SecretStore, state: string, clock: Clock): Promise<PendingFlow | undefined> {
  if (!shapeOfState.test(state)) return undefined;
  const record = parseRecord(await secrets.read(keyOf(state)), 1, (fields) => ({
    state: fields.text('state'),
    kind: fields.oneOf('kind', ['integration', 'sandbox'] as const),
    baseUrl: fields.text('baseUrl'),
    clientId: fields.text('clientId'),
    clientSecret: fields.text('clientSecret'),
    redirectUri: fields.text('redirectUri'),
    scopes: fields.texts('scopes'),
    startedAtMs: fields.number('startedAtMs'),
  }));
  if (record.kind !== 'value' || record.value.state !== state) return undefined;
  await dropFlow(secrets, state);
  return clock.now() - record.value.startedAtMs <= flowLifetimeMs ? record.value : undefined;
}

/** Whether the flow still waits for its callback: no window has taken it. */
export async function isFlowPending(secrets: SecretStore, state: string): Promise<boolean> {
  return (await secrets.read(keyOf(state))) !== undefined;
}

/** Forgets a flow that was given up. */
export async function dropFlow(secrets: SecretStore, state: string): Promise<void> {
  await secrets.write(keyOf(state), undefined);
  await removeFromFlowIndex(secrets, new Set([state]));
}

/** Forgets the flows whose callback would come too late, and, when the clock says that they begin only later, those, too. */
export async function dropStaleFlows(secrets: SecretStore, clock: Clock): Promise<void> {
  const nowMs = clock.now();
  const flows = await readFlowIndex(secrets);
  await dropAll(
    secrets,
    flows.filter(({ startedAtMs }) => Math.abs(nowMs - startedAtMs) > flowLifetimeMs),
  );
}

/** Forgets every flow, whether or not somebody waits for it. */
export async function dropAllFlows(secrets: SecretStore): Promise<void> {
  await dropAll(secrets, await readFlowIndex(secrets));
}

async function dropAll(secrets: SecretStore, flows: readonly { readonly state: string }[]): Promise<void> {
  for (const { state } of flows) await secrets.write(keyOf(state), undefined);
  await removeFromFlowIndex(secrets, new Set(flows.map(({ state }) => state)));
}
