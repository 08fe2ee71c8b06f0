import { randomBytes } from 'node:crypto';
import type { SealKey } from '../seals.ts';
import { ConfigError } from './environment.ts';

const keyByteLength = 32;
const idPattern = /^[A-Za-z0-9_-]{1,32}$/;
/** 32 random bytes contain about 30 different values. Far fewer mean that the key is not random. */
const leastDifferentBytes = 16;

/**
 * Parses the sealing keys: `id:key` separated by commas or line breaks. The first key seals, the others only open. A key is
 * 32 random bytes as base64url or base64.
 * @throws {ConfigError} whose message never contains a key
 */
export function parseSealKeys(_name: string, text: string): readonly SealKey[] {
  const items = text.split(/[,\n]/).map((item) => item.trim());
  const keys = items.filter((item) => item !== '').map(parseSealKey);
  if (keys.length === 0) throw new ConfigError('BROKER_SEAL_KEYS contains no key.');
  if (new Set(keys.map(({ id }) => id)).size < keys.length) {
    throw new ConfigError('BROKER_SEAL_KEYS contains two keys with the same id.');
  }
  return keys;
}

/** Generates a key in the format of BROKER_SEAL_KEYS. */
export function newSealKey(now: Date): string {
  return `k${now.toISOString().slice(0, 10).replaceAll('-', '')}:${randomBytes(keyByteLength).toString('base64url')}`;
}

function parseSealKey(item: string, index: number): SealKey {
  const which = `key ${index + 1} of BROKER_SEAL_KEYS`;
  const separator = item.indexOf(':');
  const id = item.slice(0, Math.max(0, separator));
  const text = item.slice(separator + 1);
  if (separator === -1 || !idPattern.test(id)) throw new ConfigError(`The ${which} is not of the form id:key.`);
  if (!/^[A-Za-z0-9_+/-]+={0,2}$/.test(text)) throw new ConfigError(`The ${which} is not base64url.`);
  const bytes = Buffer.from(text, 'base64');
  if (bytes.byteLength !== keyByteLength) {
    throw new ConfigError(`The ${which} has ${bytes.byteLength} bytes instead of ${keyByteLength}.`);
  }
  if (new Set(bytes).size < leastDifferentBytes) throw new ConfigError(`The ${which} is not random; use --new-key.`);
  return { id, bytes };
}
