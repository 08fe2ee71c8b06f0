import { createHmac } from 'node:crypto';

/** The header of a number that is used once. A request that has it asks for the proof of the window. */
export const nonceHeader = 'roomside-nonce';

/** The header of the proof of a window. */
export const proofHeader = 'roomside-proof';

/**
 * Shows that a program or a window has the key, without the key: on Windows another user can take the name of the pipe of a
 * window that has crashed.
 */
export function doorProof(key: string, who: 'program' | 'window', nonce: string): string {
  return createHmac('sha256', key).update(`${who} ${nonce}`).digest('base64url');
}
