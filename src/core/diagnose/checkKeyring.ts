import { randomBytes } from 'node:crypto';
import { keyringProbeKey, type SecretStore } from '../auth/secretStore.ts';
import type { FindingOf } from './finding.ts';

type KeyringFinding = FindingOf<'keyring'>;
type Operation = 'read' | 'write' | 'remove';

/**
 * Writes, reads and removes a test entry.
 * @param isMemoryOnly whether a sign-in is only kept in this window, because it could not be stored
 */
export async function checkKeyring(secrets: SecretStore, isMemoryOnly: boolean): Promise<KeyringFinding> {
  const value = randomBytes(16).toString('base64url');
  let operation: Operation = 'write';
  try {
    await secrets.write(keyringProbeKey, value);
    operation = 'read';
    const isEqual = (await secrets.read(keyringProbeKey)) === value;
    operation = 'remove';
    await secrets.write(keyringProbeKey, undefined);
    if (!isEqual) return { outcome: 'bad', check: 'keyring', result: 'value-lost' };
  } catch {
    // The failed operation is the finding; the keyring's own error is not needed.
    if (operation === 'read') await secrets.write(keyringProbeKey, undefined).catch(() => undefined);
    return { outcome: 'bad', check: 'keyring', result: 'fails', operation };
  }
  return isMemoryOnly
    ? { outcome: 'note', check: 'keyring', result: 'memory-only' }
    : { outcome: 'good', check: 'keyring', result: 'works' };
}
