/**
 * An error in the configuration, described in one line. The line names the setting, and never contains the value of a
 * secret.
 */
export class ConfigError extends Error {}

/**
 * The settings of a broker. Each can also be set as NAME_FILE: the path of a file that contains the value, as secret stores
 * mount it.
 */
export const settingNames = [
  'BROKER_PUBLIC_URL',
  'BROKER_UPSTREAM_URL',
  'BROKER_CLIENT_ID',
  'BROKER_CLIENT_SECRET',
  'BROKER_SEAL_KEYS',
  'BROKER_SCOPE_PREFIX',
  'BROKER_UPSTREAM_PKCE',
  'BROKER_ORGANIZATION',
  'BROKER_APP_URL',
  'BROKER_EDITOR_SCHEMES',
  'BROKER_WEB_CALLBACKS',
  'BROKER_TRUSTED_HOPS',
  'BROKER_REQUESTS_PER_MINUTE',
  'BROKER_LISTEN_HOST',
  'BROKER_LISTEN_PORT',
  'BROKER_METRICS_PORT',
  'REDIS_URL',
] as const;

export type SettingName = (typeof settingNames)[number];

/** Reads the trimmed value of a setting. @throws {ConfigError} when it is not valid */
export type Parse<T> = (name: SettingName, text: string) => T;

/** The settings of a process. */
export interface Environment {
  /** `undefined` when it is not set or empty. @throws {ConfigError} of the parser */
  optional<T>(name: SettingName, parse: Parse<T>): T | undefined;
  /** @throws {ConfigError} of the parser, and when it is not set */
  required<T>(name: SettingName, parse: Parse<T>): T;
}

/** Variables that an orchestrator adds for a service with the name `broker`. */
const addedByOrchestrators = /^BROKER_(SERVICE_(HOST|PORT)|PORT)(_|$)/;

/**
 * Reads settings from variables and from the files that they name.
 * @param readFile returns the text of a file, or throws the system error
 * @throws {ConfigError} for an unknown variable (a misspelled one would otherwise be ignored), a setting that is given in
 * both ways, an unreadable file, or when the process would not verify certificates
 */
export function readEnvironment(
  variables: Readonly<Record<string, string | undefined>>,
  readFile: (path: string) => string,
): Environment {
  refuseUnknown(variables);
  refuseUnverifiedTls(variables);
  const values = new Map(settingNames.map((name) => [name, readSetting(name, variables, readFile)]));
  return {
    optional(name, parse) {
      const text = values.get(name);
      return text ? parse(name, text) : undefined;
    },
    required(name, parse) {
      const text = values.get(name);
      if (text) return parse(name, text);
      throw new ConfigError(`${name} is missing (or ${name}_FILE, the path of a file that contains it).`);
    },
  };
}

function refuseUnknown(variables: Readonly<Record<string, string | undefined>>): void {
  const known = new Set<string>(settingNames.flatMap((name) => [name, `${name}_FILE`]));
  const isUnknown = (name: string) => /^BROKER_/.test(name) && !known.has(name) && !addedByOrchestrators.test(name);
  const unknown = Object.keys(variables).find(isUnknown);
  if (unknown !== undefined) throw new ConfigError(`${unknown} is not a setting of the broker.`);
}

/**
 * Requests to the service verify certificates even with this variable, but a connection to Redis does not. The broker
 * refuses to start instead of guessing which one was meant.
 */
function refuseUnverifiedTls(variables: Readonly<Record<string, string | undefined>>): void {
  if (variables.NODE_TLS_REJECT_UNAUTHORIZED !== '0') return;
  throw new ConfigError(
    'NODE_TLS_REJECT_UNAUTHORIZED=0 switches certificate checks off: unset it, and add an authority of your own with NODE_EXTRA_CA_CERTS.',
  );
}

function readSetting(
  name: SettingName,
  variables: Readonly<Record<string, string | undefined>>,
  readFile: (path: string) => string,
): string | undefined {
  const [value, path] = [variables[name], variables[`${name}_FILE`]];
  if (!path) return value?.trim();
  if (value) throw new ConfigError(`${name} and ${name}_FILE are both set; keep one.`);
  try {
    return readFile(path).trim();
  } catch (error) {
    const code = error instanceof Error && 'code' in error ? error.code : 'unknown error';
    throw new ConfigError(`${name}_FILE cannot be read: ${path} (${code}).`);
  }
}
