import type { SealKey } from '../seal/seals.ts';

/** The service the broker signs in to, and what the integration is registered with there. */
export interface UpstreamConfig {
  /** Without a slash at the end and without `/v1`. */
  readonly baseUrl: string;
  readonly clientId: string;
  readonly clientSecret: string;
  readonly scopes: readonly string[];
  /** `send`: RFC 7636 parameters at authorize and exchange, for services that check them. */
  readonly pkce: 'off' | 'send';
}

/** Everything that can be set about a broker, checked. */
export interface BrokerConfig {
  /** Where browsers and editors reach the broker; no slash at the end. */
  readonly publicUrl: string;
  readonly upstream: UpstreamConfig;
  /** The first seals; all open. */
  readonly sealKeys: readonly SealKey[];
  /** URI schemes of the editors that may be called back. */
  readonly editorSchemes: readonly string[];
  /** Exact callback addresses of editors in the browser, for example `https://editor.example.com/callback`. */
  readonly webCallbacks: readonly string[];
  /** How many proxies in front of the broker add to `X-Forwarded-For`; 0 ignores the header. */
  readonly trustedHops: number;
  /** Of one address, for each of `/start`, `/callback`, `/token` and `/refresh`. */
  readonly requestsPerMinute: number;
}

/** The same, with what only the process needs. */
export interface ProcessConfig extends BrokerConfig {
  readonly listenHost: string;
  readonly listenPort: number;
  /** Absent: state is kept in memory, for one replica alone. */
  readonly redisUrl: string | undefined;
}
