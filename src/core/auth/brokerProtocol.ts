// What travels between the extension and the token broker, as it travels. Types only: the broker may know these and no
// more of the client. Random values are unpadded base64url: "256 bit" is 43 characters, "128 bit" 22.

/** The query of `GET /start`, which the browser opens. Any other parameter is ignored. */
export interface BrokerStartQuery {
  /** base64url(SHA-256(verifier)), the verifier being 256 bit that stay in the editor (RFC 7636, S256). */
  readonly challenge: string;
  /** 128 bit that name the flow in the editor. */
  readonly fid: string;
  /**
   * Where the editor waits: `<scheme>://roomside.roomside/callback`, with the query the editor gave it, or an exact web
   * address the broker is set up for. Absent: nobody can be called back, and the user copies the code.
   */
  readonly cb?: string;
}

/**
 * What the broker adds to the query of `cb`, and what the user copies as `flow=…&code=…` when the browser cannot open
 * the editor: the same text in both cases.
 */
export type BrokerCallbackQuery =
  | {
      /** The `fid` of the start. */
      readonly flow: string;
      /** Sealed: only the broker opens it, within two minutes. Made of base64url characters and dots. */
      readonly code: string;
    }
  | {
      readonly flow: string;
      /** A code of RFC 6749 section 4.1.2.1, for example `access_denied`. */
      readonly error: string;
      /** base64url of UTF-8: what the service says of it. */
      readonly error_description?: string;
    };

/** The JSON body of `POST /token`. */
export interface BrokerTokenRequest {
  /** The sealed code of the callback. */
  readonly code: string;
  /** 256 bit; its S256 is the `challenge` of the start. */
  readonly verifier: string;
  /** base64url(SHA-256(refresh secret)): binds the handle to this installation. */
  readonly refresh_challenge: string;
}

/** The JSON body of `POST /refresh`. */
export interface BrokerRefreshRequest {
  /** That of the latest answer. */
  readonly handle: string;
  /** 256 bit; its S256 was the `refresh_challenge`. It stays the same through every refresh. */
  readonly refresh_secret: string;
}

/** The JSON answer of `POST /token` and `POST /refresh`. One handle is answered identically for 60 seconds. */
export interface BrokerTokenAnswer {
  readonly access_token: string;
  /** Whole seconds, at least 0; absent when the service does not say. */
  readonly expires_in?: number;
  /** The refresh token, sealed. Absent only where the service gave none at sign-in. */
  readonly handle?: string;
  /** Whole seconds until the service forgets the refresh token; absent when it does not say. */
  readonly handle_expires_in?: number;
}

/** Why a request was refused. Only `invalid_grant` means that the code or the handle is good no more. */
export type BrokerErrorCode =
  /** 400, 403, 404, 405, 408, 413: the request itself is not what is asked for here. */
  | 'invalid_request'
  /** 400: sealed code or handle, its verifier or secret, or what the service says of what is sealed in it. */
  | 'invalid_grant'
  /** 429 with `Retry-After`: too many requests from one address. */
  | 'rate_limited'
  /** 503 with `Retry-After`: the service, or the broker's own store, asks for a while. */
  | 'temporarily_unavailable'
  /** 502: the service cannot be reached, or answers what it does not promise. */
  | 'upstream_failed'
  /** 504: the service does not answer in time. */
  | 'upstream_timeout'
  /** 502: the service refuses the broker itself. Its operator has to act. */
  | 'upstream_refused_broker'
  /** 500. */
  | 'server_error';

/** The JSON body of every refusal; the names are those of RFC 6749 section 5.2. */
export interface BrokerRefusalBody {
  readonly error: BrokerErrorCode;
  readonly error_description: string;
}
