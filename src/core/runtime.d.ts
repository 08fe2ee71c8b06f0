// What core uses of its runtime besides the language: functions that every runtime of JavaScript has, hashes and bytes.
// The project of core has no other types, so that a use of disk, sockets or processes does not compile.

interface AbortSignal {
  readonly aborted: boolean;
  readonly reason: unknown;
  addEventListener(type: 'abort', listener: () => void, options?: { once?: boolean }): void;
  removeEventListener(type: 'abort', listener: () => void): void;
}
declare const AbortSignal: { any(signals: readonly AbortSignal[]): AbortSignal };

declare class AbortController {
  readonly signal: AbortSignal;
  abort(reason?: unknown): void;
}

declare class URL {
  constructor(url: string, base?: string | URL);
  static parse(url: string, base?: string | URL): URL | null;
  readonly protocol: string;
  readonly username: string;
  readonly password: string;
  readonly origin: string;
  readonly host: string;
  readonly hostname: string;
  readonly port: string;
  readonly pathname: string;
  readonly search: string;
  readonly hash: string;
  readonly href: string;
}

declare class URLSearchParams {
  constructor(init?: string | Readonly<Record<string, string>>);
  set(name: string, value: string): void;
  readonly size: number;
}

declare class TextEncoder {
  encode(text: string): Uint8Array<ArrayBuffer>;
}

declare function setTimeout(onElapsed: () => void, delayMs: number): object;
declare function clearTimeout(timer: object): void;
declare function setImmediate(onTurn: () => void): unknown;

type TextEncodingName = 'utf8' | 'latin1' | 'utf16le' | 'base64' | 'base64url' | 'hex';

declare class Buffer<Bytes extends ArrayBufferLike = ArrayBufferLike> extends Uint8Array<Bytes> {
  static from(text: string, encoding?: TextEncodingName): Buffer<ArrayBuffer>;
  static from(bytes: ArrayLike<number>): Buffer<ArrayBuffer>;
  static from<B extends ArrayBufferLike>(buffer: B, byteOffset: number, byteLength: number): Buffer<B>;
  static concat(chunks: readonly Uint8Array[]): Buffer<ArrayBuffer>;
  static byteLength(text: string): number;
  toString(encoding?: TextEncodingName): string;
  swap16(): Buffer<Bytes>;
}

declare module 'node:crypto' {
  interface Hash {
    update(data: string | Uint8Array): Hash;
    digest(): Buffer<ArrayBuffer>;
    digest(encoding: 'hex' | 'base64url'): string;
  }
  export function createHash(algorithm: 'sha256'): Hash;
  export function randomBytes(byteLength: number): Buffer<ArrayBuffer>;
}
