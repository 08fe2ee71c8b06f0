import { parseRecord } from '../base/storedRecord.ts';
import type { SecretStore } from './secretStore.ts';

/** A sign-in that was begun, and may have been left lying. */
export interface IndexedFlow {
  readonly state: string;
  readonly startedAtMs: number;
}

const indexKey = 'flows.v1';

/** Every flow that may be stored, for a secret store cannot be asked what it holds. A broken index is none. */
export async function readFlowIndex(secrets: SecretStore): Promise<readonly IndexedFlow[]> {
  const record = parseRecord(await secrets.read(indexKey), 1, (fields) =>
    fields.optionalRecords('flows').map((flow) => ({
      state: flow.string('state'),
      startedAtMs: flow.number('startedAtMs'),
    })),
  );
  return record.kind === 'value' ? record.value : [];
}

/** Notes a flow before it is stored: a line too many does no harm, one too few would leave a secret behind. */
export async function addToFlowIndex(secrets: SecretStore, { state, startedAtMs }: IndexedFlow): Promise<void> {
  const others = (await readFlowIndex(secrets)).filter((flow) => flow.state !== state);
  await write(secrets, [...others, { state, startedAtMs }]);
}

/** Forgets flows that are stored no more. */
export async function removeFromFlowIndex(secrets: SecretStore, states: ReadonlySet<string>): Promise<void> {
  const before = await readFlowIndex(secrets);
  const after = before.filter(({ state }) => !states.has(state));
  if (after.length < before.length) await write(secrets, after);
}

async function write(secrets: SecretStore, flows: readonly IndexedFlow[]): Promise<void> {
  await secrets.write(indexKey, flows.length === 0 ? undefined : JSON.stringify({ version: 1, flows }));
}
