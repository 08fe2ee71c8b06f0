import { randomBytes } from 'node:crypto';
import type { SecretStore } from '../auth/secretStore.ts';
import type { FindingOf } from './finding.ts';

/** The entry the keyring is tried with. It holds nothing but chance. */
export const keyringProbeKey = 'diagnose.v1';

type KeyringFinding = FindingOf<'keyring'>;
type Act = 'read' | 'write' | 'remove';

/**
 * Writes, reads and removes an entry of its own.
 * @param isMemoryOnly whether a sign-in is kept in this window alone, because it could not be written
 */
export async function checkKeyring(secrets: SecretStore, isMemoryOnly: boolean): Promise<KeyringFinding> {
  const value = randomBytes(16).toString('base64url');
  let act: Act = 'write';
  try {
    await secrets.write(keyringProbeKey, value);
    act = 'read';
    const isBack = (await secrets.read(keyringProbeKey)) === value;
    act = 'remove';
    await secrets.write(keyringProbeKey, undefined);
    if (!isBack) return { outcome: 'bad', check: 'keyring', result: 'forgets' };
  } catch {
    // What it failed at is the whole finding; its own words are for the log of whoever keeps the keyring.
    if (act === 'read') await secrets.write(keyringProbeKey, undefined).catch(() => undefined);
    return { outcome: 'bad', check: 'keyring', result: 'fails', act };
  }
  return isMemoryOnly
    ? { outcome: 'note', check: 'keyring', result: 'memory-only' }
    : { outcome: 'good', check: 'keyring', result: 'works' };
}
