import { createHash, timingSafeEqual } from 'node:crypto';
import { decodeProtectedHeader, EncryptJWT, errors, jwtDecrypt } from 'jose';

/** A key that seals and opens. Sealed texts contain its id. */
export interface SealKey {
  readonly id: string;
  /** 32 bytes. */
  readonly bytes: Uint8Array;
}

/** The purpose of a sealed text. A text that was sealed for another purpose cannot be opened. */
export type SealPurpose = 'state' | 'code' | 'refresh' | 'answer';

/**
 * The lifetime of sealed texts. A handle has none: it can be opened while its key is configured, and the service ends the
 * tokens in it. An answer expires with its entry in the state, because the clocks of replicas may differ.
 */
const lifetimesS: Readonly<Record<SealPurpose, number | undefined>> = {
  state: 600,
  code: 120,
  refresh: undefined,
  answer: undefined,
};

// decisions/0034
/** Seals texts that pass through untrusted parties. Only a broker with the same keys can read or create them. */
export type Seals = ReturnType<typeof createSeals>;

/** Seals as JWE (RFC 7516) with A256GCM and direct encryption; `aud` is the purpose. The first key seals, all keys open. */
export function createSeals(keys: readonly SealKey[], now: () => number) {
  const [first] = keys;
  if (first === undefined) throw new RangeError('no key to seal with');
  const bytesById = new Map(keys.map(({ id, bytes }) => [id, bytes]));
  return {
    /** @returns base64url characters and dots */
    seal(purpose: SealPurpose, claims: Readonly<Record<string, string>>): Promise<string> {
      const lifetimeS = lifetimesS[purpose];
      const token = new EncryptJWT({ ...claims })
        .setProtectedHeader({ alg: 'dir', enc: 'A256GCM', kid: first.id })
        .setAudience(purpose)
        .setIssuedAt(new Date(now()));
      if (lifetimeS !== undefined) token.setExpirationTime(new Date(now() + lifetimeS * 1000));
      return token.encrypt(first.bytes);
    },
    /** The claims; `undefined` when this broker did not seal the text for this purpose, or it has expired. */
    async open<Name extends string>(purpose: SealPurpose, sealed: string, names: readonly Name[]) {
      const payload = await decrypt(purpose, sealed);
      return payload && claimsOf(payload, names);
    },
  };

  async function decrypt(purpose: SealPurpose, sealed: string): Promise<Readonly<Record<string, unknown>> | undefined> {
    try {
      const { payload } = await jwtDecrypt(sealed, ({ kid }) => keyOf(kid), {
        audience: purpose,
        currentDate: new Date(now()),
        keyManagementAlgorithms: ['dir'],
        contentEncryptionAlgorithms: ['A256GCM'],
        requiredClaims: lifetimesS[purpose] === undefined ? [] : ['exp'],
      });
      return payload;
    } catch (error) {
      if (error instanceof errors.JOSEError) return undefined;
      throw error;
    }
  }

  function keyOf(id: string | undefined): Uint8Array {
    const bytes = bytesById.get(id ?? '');
    if (bytes === undefined) throw new errors.JWEInvalid('sealed with an unknown key');
    return bytes;
  }
}

/** A unique id of a sealed text: its initialization vector (RFC 7516), independent of the base64url spelling. */
export function sealIdOf(sealed: string): string {
  return Buffer.from(sealed.split('.')[2] ?? '', 'base64url').toString('base64url');
}

/** The id of the key that sealed a text. For texts that were opened: only then it is the id of a known key. */
export function sealKeyIdOf(sealed: string): string {
  return decodeProtectedHeader(sealed).kid ?? '';
}

function claimsOf<Name extends string>(
  payload: Readonly<Record<string, unknown>>,
  names: readonly Name[],
): Readonly<Record<Name, string>> | undefined {
  const entries = names.map((name) => [name, payload[name]] as const);
  if (!entries.every(([, value]) => typeof value === 'string')) return undefined;
  return Object.fromEntries(entries) as Record<Name, string>;
}

/** base64url(SHA-256(text)): S256 of RFC 7636, also used to store a text that must not be stored itself. */
export function digest(text: string): string {
  return createHash('sha256').update(text).digest('base64url');
}

/** Whether a digest is that of a text. Compares in constant time. */
export function isDigestOf(expected: string, text: string): boolean {
  const left = Buffer.from(expected);
  const right = Buffer.from(digest(text));
  return left.byteLength === right.byteLength && timingSafeEqual(left, right);
}
