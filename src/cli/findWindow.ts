import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import type { DoorRecord } from '../core/terminal/doorCall.ts';
import { isWithin } from '../platform/files/relativePath.ts';
import { isSocketOfUser, readDoorRecord, unlessMissingSync } from '../platform/terminal/doorRecord.ts';

interface Surroundings {
  /** The folder with the records of windows. */
  readonly windows: string;
  /** The ID in the environment of a terminal of VS Code. */
  readonly id: string | undefined;
  /** The current folder. */
  readonly folder: string;
}

/**
 * The window of the terminal. Elsewhere, the one with the innermost folder around the current one, else the only one. A record
 * whose socket another user could have made does not count.
 * @returns `several` if more than one would do
 */
export function findWindow({ windows, id, folder }: Surroundings): DoorRecord | 'none' | 'several' {
  const all = recordsIn(windows);
  if (id !== undefined) return all.find(({ name }) => name === `${id}.json`)?.record ?? 'none';
  const depthOf = ({ record }: { readonly record: DoorRecord }): number =>
    Math.max(0, ...record.folders.filter((each) => isWithin(folder, each)).map(({ length }) => length));
  const deepest = Math.max(0, ...all.map(depthOf));
  const [found, ...others] = deepest > 0 ? all.filter((each) => depthOf(each) === deepest) : all;
  if (found === undefined) return 'none';
  return others.length === 0 ? found.record : 'several';
}

function recordsIn(windows: string): readonly { readonly name: string; readonly record: DoorRecord }[] {
  const names = unlessMissingSync(() => readdirSync(windows), []).filter((name) => name.endsWith('.json'));
  return names.flatMap((name) => {
    const record = readDoorRecord(join(windows, name));
    return record !== undefined && isSocketOfUser(record) ? [{ name, record }] : [];
  });
}
