import type { SealKey } from '../seal/seals.ts';

/** The service that the broker signs in to, and the registered integration. */
export interface UpstreamConfig {
  /** Without a trailing slash and without `/v1`. */
  readonly baseUrl: string;
  readonly clientId: string;
  readonly clientSecret: string;
  readonly scopes: readonly string[];
  /** `send`: sends the RFC 7636 parameters in the authorize and token requests, for services that check them. */
  readonly pkce: 'off' | 'send';
}

/** The validated configuration of a broker. */
export interface BrokerConfig {
  /** The public address of the broker, without a trailing slash. */
  readonly publicUrl: string;
  readonly upstream: UpstreamConfig;
  /** The name of the organization, shown at sign-in. */
  readonly organization?: string;
  /** The first key seals. All keys open. */
  readonly sealKeys: readonly SealKey[];
  /** URI schemes of the editors that may be called back. */
  readonly editorSchemes: readonly string[];
  /** The exact callback addresses of editors in the browser, for example `https://editor.example.com/callback`. */
  readonly webCallbacks: readonly string[];
  /** The number of proxies in front of the broker that append to `X-Forwarded-For`; 0 ignores the header. */
  readonly trustedHops: number;
  /** Requests per minute and client address, for each path. */
  readonly requestsPerMinute: number;
}

/** The configuration with the options of the process. */
export interface ProcessConfig extends BrokerConfig {
  readonly listenHost: string;
  readonly listenPort: number;
  /** Absent: state is kept in memory, for a single replica. */
  readonly redisUrl: string | undefined;
}
