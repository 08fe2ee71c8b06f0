/**
 * An error in the configuration, described in one line. The line names the setting, and never contains the value of a
 * secret.
 */
export class ConfigError extends Error {}

/** Reads the trimmed value of the setting with that name. @throws {ConfigError} when it is not valid */
export type Parse<T> = (name: string, text: string) => T;

export type Variables = Readonly<Record<string, string | undefined>>;

/** The variables without those that Kubernetes adds for each service, also for one with a name such as `broker-metrics`. */
function withoutServiceLinks(variables: Variables): Variables {
  const hosts = Object.keys(variables).filter((name) => /^BROKER_.*_SERVICE_HOST$/.test(name));
  const services = ['BROKER', ...hosts.map((name) => name.slice(0, -'_SERVICE_HOST'.length))];
  const isLink = ([name, value = '']: [string, string | undefined]): boolean =>
    services.some((service) => {
      const end = name.startsWith(service) ? name.slice(service.length) : '';
      // A setting may have this name, too, and another value.
      return end === '_PORT' ? value.includes('://') : /^_(?:SERVICE_(?:HOST|PORT)|PORT_\d+_)/.test(end);
    });
  return Object.fromEntries(Object.entries(variables).filter((entry) => !isLink(entry)));
}

/**
 * Reads settings from variables and from the files that they name: each can also be set as NAME_FILE, the path of a file
 * that contains the value, as secret stores mount it.
 * @param readFile returns the text of a file, or throws the system error
 * @returns the parsed settings; `undefined` for one that is not set or empty
 * @throws {ConfigError} of the parsers, and for an unknown variable (a misspelled one would otherwise be ignored), a setting
 * that is given in both ways, an unreadable file, or when the process would not verify certificates
 */
export function readSettings<Parsers extends Readonly<Record<string, Parse<unknown>>>>(
  parsers: Parsers,
  environment: Variables,
  readFile: (path: string) => string,
): { readonly [Name in keyof Parsers]: ReturnType<Parsers[Name]> | undefined } {
  const variables = withoutServiceLinks(environment);
  const known = new Set(Object.keys(parsers).flatMap((name) => [name, `${name}_FILE`]));
  const isUnknown = (name: string) => /^BROKER_/.test(name) && !known.has(name);
  const unknown = Object.keys(variables).find(isUnknown);
  if (unknown !== undefined) throw new ConfigError(`${unknown} is not a setting of the broker.`);
  // Requests to the service verify certificates even with this variable, but a connection to Redis does not. The broker
  // refuses to start instead of guessing which one was meant.
  if (variables.NODE_TLS_REJECT_UNAUTHORIZED === '0') {
    throw new ConfigError(
      'NODE_TLS_REJECT_UNAUTHORIZED=0 switches certificate checks off: unset it, and add an authority of your own with NODE_EXTRA_CA_CERTS.',
    );
  }
  const entries = Object.entries(parsers).map(([name, parse]) => {
    const text = readText(name, variables, readFile);
    return [name, text ? parse(name, text) : undefined];
  });
  return Object.fromEntries(entries);
}

function readText(name: string, variables: Variables, readFile: (path: string) => string): string | undefined {
  const value = variables[name];
  const path = variables[`${name}_FILE`];
  if (!path) return value?.trim();
  if (value) throw new ConfigError(`${name} and ${name}_FILE are both set; keep one.`);
  try {
    return readFile(path).trim();
  } catch (error) {
    const code = error instanceof Error && 'code' in error ? error.code : 'unknown error';
    throw new ConfigError(`${name}_FILE cannot be read: ${path} (${code}).`);
  }
}
