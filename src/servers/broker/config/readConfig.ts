import type { SealKey } from '../seals.ts';
import { parseAddress, parseSchemes, parseWebCallbacks } from './addresses.ts';
import { ConfigError, type Environment, readEnvironment, type SettingName } from './environment.ts';
import { parseSealKeys } from './sealKeys.ts';

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

const standardPort = 4290;
/** The minimum scopes for what Roomside does [A51]: never `all`, never administrator scopes. */
export const brokerScopes: readonly string[] = [
  'people_read',
  'rooms_read',
  'messages_read',
  'messages_write',
  'memberships_read',
];

/**
 * Reads the configuration of a broker from its environment.
 * @param readFile returns the text of a secret file, or throws the system error
 * @throws {ConfigError} for the first error
 */
export function readConfig(
  variables: Readonly<Record<string, string | undefined>>,
  readFile: (path: string) => string,
): ProcessConfig {
  const environment = readEnvironment(variables, readFile);
  const webCallbacks = environment.optional('BROKER_WEB_CALLBACKS');
  const organization = readOrganization(environment);
  return {
    publicUrl: parseAddress('BROKER_PUBLIC_URL', environment.required('BROKER_PUBLIC_URL')),
    upstream: readUpstream(environment),
    ...(organization !== undefined && { organization }),
    sealKeys: parseSealKeys(environment.required('BROKER_SEAL_KEYS')),
    editorSchemes: parseSchemes('BROKER_EDITOR_SCHEMES', environment.optional('BROKER_EDITOR_SCHEMES')),
    webCallbacks: webCallbacks === undefined ? [] : parseWebCallbacks('BROKER_WEB_CALLBACKS', webCallbacks),
    trustedHops: readNumber(environment, 'BROKER_TRUSTED_HOPS', { fallback: 0, min: 0, max: 10 }),
    requestsPerMinute: readNumber(environment, 'BROKER_REQUESTS_PER_MINUTE', { fallback: 60, min: 1, max: 100_000 }),
    listenHost: environment.optional('BROKER_LISTEN_HOST') ?? '127.0.0.1',
    listenPort: readNumber(environment, 'BROKER_LISTEN_PORT', { fallback: standardPort, min: 0, max: 65_535 }),
    redisUrl: readRedisUrl(environment),
  };
}

/** The redirect URI that has to be registered with the integration. */
export function redirectUriOf({ publicUrl }: { readonly publicUrl: string }): string {
  return `${publicUrl}/callback`;
}

function readUpstream(environment: Environment): UpstreamConfig {
  const address = parseAddress('BROKER_UPSTREAM_URL', environment.required('BROKER_UPSTREAM_URL'));
  const prefix = environment.optional('BROKER_SCOPE_PREFIX') ?? 'svc';
  if (!/^[a-z][a-z0-9-]*$/.test(prefix)) throw new ConfigError('BROKER_SCOPE_PREFIX is not a name such as svc.');
  const pkce = environment.optional('BROKER_UPSTREAM_PKCE') ?? 'send';
  if (pkce !== 'off' && pkce !== 'send') throw new ConfigError('BROKER_UPSTREAM_PKCE must be off or send.');
  return {
    baseUrl: address.replace(/\/+v1$/, ''),
    clientId: printable(environment, 'BROKER_CLIENT_ID'),
    clientSecret: printable(environment, 'BROKER_CLIENT_SECRET'),
    scopes: brokerScopes.map((scope) => `${prefix}:${scope}`),
    pkce,
  };
}

/** People see it in a question of the editor, so it must not contain what could forge more of that question. */
function readOrganization(environment: Environment): string | undefined {
  const name = environment.optional('BROKER_ORGANIZATION');
  if (name === undefined || isOrganizationName(name)) return name;
  throw new ConfigError('BROKER_ORGANIZATION must be one line of at most 100 characters.');
}

function isOrganizationName(text: string): boolean {
  return [...text].length <= 100 && !/[\p{Cc}\p{Cf}\p{Zl}\p{Zp}]/u.test(text);
}

/** A line break inside a secret means that the wrong file was mounted. */
function printable(environment: Environment, name: SettingName): string {
  const value = environment.required(name);
  if (!/^[\x21-\x7e]+$/.test(value)) throw new ConfigError(`${name} must be one line without spaces.`);
  return value;
}

function readNumber(
  environment: Environment,
  name: SettingName,
  { fallback, min, max }: { fallback: number; min: number; max: number },
): number {
  const text = environment.optional(name);
  if (text === undefined) return fallback;
  const value = /^\d{1,9}$/.test(text) ? Number(text) : Number.NaN;
  if (value >= min && value <= max) return value;
  throw new ConfigError(`${name} must be a whole number from ${min} to ${max}.`);
}

function readRedisUrl(environment: Environment): string | undefined {
  const text = environment.optional('REDIS_URL');
  if (text === undefined) return undefined;
  const protocol = URL.parse(text)?.protocol ?? '';
  if (protocol === 'redis:' || protocol === 'rediss:') return text;
  throw new ConfigError('REDIS_URL must be an address that begins with redis:// or rediss://.');
}
