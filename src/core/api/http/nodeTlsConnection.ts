import type { TLSSocket } from 'node:tls';

/** Facts about a TLS connection. */
export interface TlsFacts {
  /** For example `TLSv1.3`. */
  readonly protocol: string | undefined;
  /** The name sent by Server Name Indication; `undefined` for an IP address. */
  readonly serverName: string | undefined;
  /** Organization or common name of the certificate issuer. Untrusted text of the server. */
  readonly issuer: string | undefined;
  /** `NaN` if the certificate has no such date. */
  readonly validFromMs: number;
  readonly validToMs: number;
}

/** Checked by shape, not by class: VS Code may have created the socket. */
type TlsLike = Pick<TLSSocket, 'authorized' | 'authorizationError' | 'getPeerCertificate' | 'getProtocol'> & {
  readonly servername?: string | false | null;
  readonly secureConnecting?: boolean;
};

const safeProtocols: ReadonlySet<string | null> = new Set(['TLSv1.2', 'TLSv1.3']);

/** A socket as a TLS connection; `undefined` if it has no TLS. */
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

  /**
   * Why the connection must not be used, as a Node error code; `undefined` if its certificate and protocol are valid.
   */
  get problem(): string | undefined {
    const { authorized, authorizationError } = this.#socket;
    // The types say error, but it is a code.
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
