import type { TLSSocket } from 'node:tls';

/** What a connection over TLS turned out to be. */
export interface TlsFacts {
  /** For example `TLSv1.3`. */
  readonly protocol: string | undefined;
  /** The name that was asked for by Server Name Indication; `undefined` for a bare address. */
  readonly serverName: string | undefined;
  /** Organization or common name of the issuer of the certificate. Said by the other side: hostile. */
  readonly issuer: string | undefined;
  /** `NaN` when the certificate does not tell. */
  readonly validFromMs: number;
  readonly validToMs: number;
}

/** By its shape and not by its class: the socket may be one of VS Code's making. */
type TlsLike = Pick<TLSSocket, 'authorized' | 'authorizationError' | 'getPeerCertificate' | 'getProtocol'> & {
  readonly servername?: string | false | null;
  readonly secureConnecting?: boolean;
};

const safeProtocols: ReadonlySet<string | null> = new Set(['TLSv1.2', 'TLSv1.3']);

/** A socket as one over TLS; `undefined` when it is not. */
export function tlsConnectionOf(socket: object | null): TlsConnection | undefined {
  return socket !== null && 'getPeerCertificate' in socket ? new TlsConnection(socket as TlsLike) : undefined;
}

export class TlsConnection {
  readonly #socket: TlsLike;

  constructor(socket: TlsLike) {
    this.#socket = socket;
  }

  get isHandshaking(): boolean {
    return this.#socket.secureConnecting === true;
  }

  /** Why nothing may be sent over it, as a code of Node; `undefined` when its certificate and protocol are good. */
  get problem(): string | undefined {
    const { authorized, authorizationError } = this.#socket;
    // An error in the types, a code in fact.
    if (!authorized) return String(authorizationError ?? 'CERT_UNTRUSTED');
    return safeProtocols.has(this.#socket.getProtocol()) ? undefined : 'ERR_SSL_UNSUPPORTED_PROTOCOL';
  }

  get facts(): TlsFacts {
    const { issuer, valid_from: validFrom, valid_to: validTo } = this.#socket.getPeerCertificate();
    const name = issuer?.O ?? issuer?.CN;
    return {
      protocol: this.#socket.getProtocol() ?? undefined,
      serverName: this.#socket.servername || undefined,
      issuer: Array.isArray(name) ? name.join(', ') : name,
      validFromMs: Date.parse(validFrom),
      validToMs: Date.parse(validTo),
    };
  }
}
