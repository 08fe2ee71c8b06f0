import type { SealKey } from '../seals.ts';

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
  /** The address of a room or a message in the app of the service, with `{room}` and `{message}`. */
  readonly appUrl?: string;
  /** The kinds of self-hosted git servers, by host name. */
  readonly gitHosts?: Readonly<Record<string, string>>;
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

/** The minimum scopes for what Roomside does [A51]: never `all`, never administrator scopes. */
export const brokerScopes = [
  'people_read',
  'rooms_read',
  'messages_read',
  'messages_write',
  'memberships_read',
] as const;

/** The redirect URI that has to be registered with the integration. */
export function redirectUriOf({ publicUrl }: { readonly publicUrl: string }): string {
  return `${publicUrl}/callback`;
}
