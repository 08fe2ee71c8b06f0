import { randomBytes } from 'node:crypto';
import type { SecretStore } from '../../../core/auth/secretStore.ts';
import { secretKeys } from '../../../core/base/storage/storedNames.ts';

/**
 * Writes, reads and removes a test entry.
 * @returns `works`, `lost` if the entry could not be read back, or the operation that failed
 */
export async function testKeyring(secrets: SecretStore): Promise<'works' | 'lost' | 'write' | 'read' | 'remove'> {
  const value = randomBytes(16).toString('base64url');
  let operation: 'write' | 'read' | 'remove' = 'write';
  try {
    await secrets.write(secretKeys.keyringProbe, value);
    operation = 'read';
    const isEqual = (await secrets.read(secretKeys.keyringProbe)) === value;
    operation = 'remove';
    await secrets.write(secretKeys.keyringProbe, undefined);
    return isEqual ? 'works' : 'lost';
  } catch {
    // The failed operation is the result; the keyring's own error is not needed.
    if (operation === 'read') await secrets.write(secretKeys.keyringProbe, undefined).catch(() => undefined);
    return operation;
  }
}
