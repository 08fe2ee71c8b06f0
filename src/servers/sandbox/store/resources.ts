import { createHash } from 'node:crypto';
import type { FieldError } from '../../../core/api/resources.ts';

/** A time in the format of the service API: ISO 8601 with milliseconds, UTC [A14]. */
export function timestamp(ms: number): string {
  return new Date(ms).toISOString();
}

/** The error of a field whose key is not available [A60]. */
export const kmsFailure: FieldError = {
  code: 'kms_failure',
  reason: 'Key management server failed to respond appropriately.',
};

/** The value of a field that cannot be decrypted: an "encrypted-looking placeholder", constant for each item. */
export function encryptedPlaceholder(itemId: string): string {
  const header = Buffer.from('{"alg":"dir","enc":"A256GCM"}').toString('base64url');
  const part = (name: string) => createHash('sha256').update(`${name}\n${itemId}`).digest('base64url');
  return `${header}..${part('iv').slice(0, 16)}.${part('text')}.${part('tag').slice(0, 22)}`;
}
