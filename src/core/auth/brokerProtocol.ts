// The protocol between the extension and the token broker. Types only: the broker imports nothing else of the client.
// Random values are unpadded base64url: "256 bit" is 43 characters, "128 bit" 22.

/** The query of `GET /start`, which the browser opens. Other parameters are ignored. */
export interface BrokerStartQuery {
  /** base64url(SHA-256(verifier)). The verifier has 256 bit and stays in the editor (RFC 7636, S256). */
  readonly challenge: string;
  /** 128 bit that identify the flow in the editor. */
  readonly fid: string;
  /**
   * The callback of the editor: `<scheme>://roomside.roomside/callback` with the query that the editor added, or an
   * exact web address from the broker's configuration. Absent if the broker cannot call the editor; then the user
   * copies the code.
   */
  readonly cb?: string;
}

/**
 * What the broker adds to the query of `cb`. If the browser cannot open the editor, the user copies the same text as
 * `flow=…&code=…`.
 */
export type BrokerCallbackQuery =
  | {
      /** The `fid` of the start. */
      readonly flow: string;
      /** Sealed by the broker and valid for two minutes. Consists of base64url characters and dots. */
      readonly code: string;
    }
  | {
      readonly flow: string;
      /** A code of RFC 6749 section 4.1.2.1, for example `access_denied`. */
      readonly error: string;
      /** base64url of UTF-8: the description of the service. */
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
  /** The handle of the latest response. */
  readonly handle: string;
  /** 256 bit; its S256 was the `refresh_challenge`. Does not change on refresh. */
  readonly refresh_secret: string;
}

/** The JSON response of `POST /token` and `POST /refresh`. The response for one handle is the same for 60 seconds. */
export interface BrokerTokenAnswer {
  readonly access_token: string;
  /** Whole seconds, at least 0; absent if the service does not say. */
  readonly expires_in?: number;
  /** The sealed refresh token. Absent only if the service returned none at sign-in. */
  readonly handle?: string;
  /** Whole seconds until the refresh token expires; absent if the service does not say. */
  readonly handle_expires_in?: number;
}

/**
 * The JSON response of `GET /.well-known/roomside`. With it, the address of the broker is enough to sign in. Other fields
 * may follow.
 */
export interface BrokerDescription {
  readonly version: 1;
  /** The address of the service, without trailing slash and without `/v1`. */
  readonly service: string;
  /** The prefix of its scope names, for example `svc`. */
  readonly scopePrefix: string;
  /** The name of the organization that runs the broker, for people. */
  readonly organization?: string;
  /** The address of a room or a message in the app of the service, with `{room}` and `{message}`. */
  readonly appUrl?: string;
  /** The kinds of self-hosted git servers by host name, as `roomside.git.hosts` has them. */
  readonly gitHosts?: Readonly<Record<string, string>>;
  /** URI schemes of the editors that the broker calls back and that `/open` offers. */
  readonly editors: readonly string[];
}

/** Why a request was refused. Only `invalid_grant` means that the code or the handle is invalid. */
export type BrokerErrorCode =
  /** 400, 403, 404, 405, 408, 413: the request is invalid. */
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

/** The JSON body of all refusals, with the names of RFC 6749 section 5.2. */
export interface BrokerRefusalBody {
  readonly error: BrokerErrorCode;
  readonly error_description: string;
}
