import { parseRecord } from '../base/storage/storedRecord.ts';
import type { SecretStore } from './secretStore.ts';

/** A sign-in that was started and may have been abandoned. */
export interface IndexedFlow {
  readonly state: string;
  readonly startedAtMs: number;
}

const indexKey = 'flows.v1';

/** All flows that may be stored, because a secret store cannot list its entries. A broken index counts as empty. */
export async function readFlowIndex(secrets: SecretStore): Promise<readonly IndexedFlow[]> {
  const record = parseRecord(await secrets.read(indexKey), 1, (fields) =>
    fields.optionalRecords('flows').map((flow) => ({
      state: flow.string('state'),
      startedAtMs: flow.number('startedAtMs'),
    })),
  );
  return record.kind === 'value' ? record.value : [];
}

/** Adds a flow before it is stored: a surplus entry does no harm, but a missing one would leave a secret behind. */
export async function addToFlowIndex(secrets: SecretStore, { state, startedAtMs }: IndexedFlow): Promise<void> {
  const others = (await readFlowIndex(secrets)).filter((flow) => flow.state !== state);
  await write(secrets, [...others, { state, startedAtMs }]);
}

/** Removes flows that are not stored any more. */
export async function removeFromFlowIndex(secrets: SecretStore, states: ReadonlySet<string>): Promise<void> {
  const before = await readFlowIndex(secrets);
  const after = before.filter(({ state }) => !states.has(state));
  if (after.length < before.length) await write(secrets, after);
}

async function write(secrets: SecretStore, flows: readonly IndexedFlow[]): Promise<void> {
  await secrets.write(indexKey, flows.length === 0 ? undefined : JSON.stringify({ version: 1, flows }));
}
