import { knownEditorSchemes, parseAddress, parseSchemes, parseWebCallbacks } from './addresses.ts';
import { type BrokerConfig, brokerScopes } from './brokerConfig.ts';
import { ConfigError, type Parse, readSettings, type Variables } from './environment.ts';
import { parseSealKeys } from './sealKeys.ts';

/** The configuration with the options of the process. */
export interface ProcessConfig extends BrokerConfig {
  readonly listenHost: string;
  readonly listenPort: number;
  /** Metrics are served on the same host. Absent: there are none. */
  readonly metricsPort: number | undefined;
  /** Absent: state is kept in memory, for a single replica. */
  readonly redisUrl: string | undefined;
  /** The proxy of this network for requests to the service. */
  readonly proxy: string | undefined;
}

function matching(pattern: RegExp, problem: string): Parse<string> {
  return (name, text) => {
    if (pattern.test(text)) return text;
    throw new ConfigError(`${name} ${problem}`);
  };
}

/** A line break inside a secret means that the wrong file was mounted. */
const oneLine = matching(/^[\x21-\x7e]+$/, 'must be one line without spaces.');

const parseRedisUrl: Parse<string> = (name, text) => {
  // With one of these in the password, the host would be another one.
  const [, password = ''] = /^\w+:\/\/[^:/]*:(.*)@/s.exec(text) ?? [];
  if (/[/?#@]|%(?![\da-f]{2})/i.test(password))
    throw new ConfigError(`${name} must have %2F %3F %23 %40 %25 for / ? # @ % in its password.`);
  if (/^rediss?:$/.test(URL.parse(text)?.protocol ?? '')) return text;
  throw new ConfigError(`${name} must be an address that begins with redis:// or rediss://.`);
};

/** The proxy for an address with https, as other programs read it. A service on this machine needs none. */
function proxyOf(variables: Variables, serviceUrl: string): string | undefined {
  const text = (variables.https_proxy ?? variables.HTTPS_PROXY)?.trim();
  if (!text || !serviceUrl.startsWith('https:')) return undefined;
  if (/^https?:$/.test(URL.parse(text)?.protocol ?? '')) return text;
  throw new ConfigError('HTTPS_PROXY must be an address that begins with http:// or https://.');
}

/** `git.example.com=gitlab`, several separated by commas. Editors ignore a kind that they do not know. */
const parseGitHosts: Parse<Readonly<Record<string, string>>> = (name, text) => {
  const pairs = text.split(',').map((pair) => /^([a-z\d.-]+(?::\d+)?)=([a-zA-Z]+)$/.exec(pair.trim()));
  const known = pairs.filter((pair) => pair !== null);
  if (known.length === pairs.length) return Object.fromEntries(known.map(([, host, kind]) => [host, kind]));
  throw new ConfigError(`${name} must be like git.example.com=gitlab, several separated by commas.`);
};

function wholeNumber(min: number, max: number): Parse<number> {
  return (name, text) => {
    const value = /^\d{1,9}$/.test(text) ? Number(text) : Number.NaN;
    if (value >= min && value <= max) return value;
    throw new ConfigError(`${name} must be a whole number from ${min} to ${max}.`);
  };
}

/** The settings of a broker in the environment, in the order of their description. */
const settings = {
  BROKER_PUBLIC_URL: parseAddress,
  BROKER_UPSTREAM_URL: parseAddress,
  BROKER_CLIENT_ID: oneLine,
  BROKER_CLIENT_SECRET: oneLine,
  BROKER_SEAL_KEYS: parseSealKeys,
  BROKER_SCOPE_PREFIX: matching(/^[a-z][a-z0-9-]*$/, 'is not a name such as svc.'),
  BROKER_UPSTREAM_PKCE: matching(/^(off|send)$/, 'must be off or send.'),
  // People see it in a question of the editor, so it must not contain what could forge more of that question.
  BROKER_ORGANIZATION: matching(/^[^\p{Cc}\p{Cf}\p{Zl}\p{Zp}]{1,100}$/u, 'must be one line of at most 100 characters.'),
  BROKER_APP_URL: matching(
    /^https:\/\/[^{}[\]/?#\s]+[/?#](?=\S*\{room(?:Key)?\})\S*$/,
    'must begin with https:// and contain {room} or {roomKey}, not in the host.',
  ),
  BROKER_GIT_HOSTS: parseGitHosts,
  BROKER_EDITOR_SCHEMES: parseSchemes,
  BROKER_WEB_CALLBACKS: parseWebCallbacks,
  BROKER_TRUSTED_HOPS: wholeNumber(0, 10),
  BROKER_REQUESTS_PER_MINUTE: wholeNumber(1, 100_000),
  // An IPv6 address is also accepted as in a URL.
  BROKER_LISTEN_HOST: (_name: string, text: string) => text.replace(/^\[(.*)\]$/, '$1'),
  BROKER_LISTEN_PORT: wholeNumber(0, 65_535),
  BROKER_METRICS_PORT: wholeNumber(0, 65_535),
  REDIS_URL: parseRedisUrl,
};

const standardHost = '127.0.0.1';
const standardPort = 4290;

export const settingNames: readonly string[] = Object.keys(settings);

/**
 * Reads the configuration of a broker from its environment.
 * @param readFile returns the text of a secret file, or throws the system error
 * @throws {ConfigError} for the first error
 */
export function readConfig(variables: Variables, readFile: (path: string) => string): ProcessConfig {
  const values = readSettings(settings, variables, readFile);
  const required = <Name extends keyof typeof settings>(name: Name) => {
    const value = values[name];
    if (value !== undefined) return value;
    throw new ConfigError(`${name} is missing (or ${name}_FILE, the path of a file that contains it).`);
  };
  const { BROKER_SCOPE_PREFIX: prefix = 'svc', BROKER_ORGANIZATION: organization, BROKER_APP_URL: appUrl } = values;
  const { BROKER_GIT_HOSTS: gitHosts } = values;
  return {
    publicUrl: required('BROKER_PUBLIC_URL'),
    upstream: {
      baseUrl: required('BROKER_UPSTREAM_URL').replace(/\/+v1$/, ''),
      clientId: required('BROKER_CLIENT_ID'),
      clientSecret: required('BROKER_CLIENT_SECRET'),
      scopes: brokerScopes.map((scope) => `${prefix}:${scope}`),
      pkce: values.BROKER_UPSTREAM_PKCE === 'off' ? 'off' : 'send',
    },
    ...(organization !== undefined && { organization }),
    ...(appUrl !== undefined && { appUrl }),
    ...(gitHosts !== undefined && { gitHosts }),
    sealKeys: required('BROKER_SEAL_KEYS'),
    editorSchemes: values.BROKER_EDITOR_SCHEMES ?? knownEditorSchemes,
    webCallbacks: values.BROKER_WEB_CALLBACKS ?? [],
    trustedHops: values.BROKER_TRUSTED_HOPS ?? 0,
    requestsPerMinute: values.BROKER_REQUESTS_PER_MINUTE ?? 60,
    listenHost: values.BROKER_LISTEN_HOST ?? standardHost,
    listenPort: values.BROKER_LISTEN_PORT ?? standardPort,
    metricsPort: values.BROKER_METRICS_PORT,
    redisUrl: values.REDIS_URL,
    proxy: proxyOf(variables, required('BROKER_UPSTREAM_URL')),
  };
}

/** Where the broker of this environment listens. Reads nothing else, and so no secret. @throws {ConfigError} */
export function readListenAddress(
  variables: Variables,
  readFile: (path: string) => string,
): { readonly host: string; readonly port: number } {
  const own = Object.entries(variables).filter(([name]) => name.startsWith('BROKER_LISTEN_'));
  const values = readSettings(settings, Object.fromEntries(own), readFile);
  return { host: values.BROKER_LISTEN_HOST ?? standardHost, port: values.BROKER_LISTEN_PORT ?? standardPort };
}
