import { invalidRequest } from './brokerError.ts';

/** The parameters of a query. Each occurs at most once. */
export interface Query {
  /** Whether the parameter is present, even if empty. */
  has(name: string): boolean;
  /** The value; `undefined` when it is missing or empty. */
  optional(name: string): string | undefined;
  /** @throws {BrokerError} when it is missing or empty */
  required(name: string): string;
}

/**
 * Reads the named parameters of a query and ignores all others. A `+` stays a `+`: a code may contain one, and not every
 * service encodes it as %2B.
 * @throws {BrokerError} when a named parameter occurs twice or cannot be decoded
 */
export function readQuery(url: string, names: readonly string[]): Query {
  const values = new Map<string, string>();
  for (const part of new URL(url).search.slice(1).split('&')) {
    const separator = part.indexOf('=');
    const name = decode(separator === -1 ? part : part.slice(0, separator));
    if (name === undefined || !names.includes(name)) continue;
    const value = decode(separator === -1 ? '' : part.slice(separator + 1));
    if (value === undefined) throw invalidRequest(`“${name}” is not encoded as an address must be.`);
    if (values.has(name)) throw invalidRequest(`“${name}” is there more than once.`);
    values.set(name, value);
  }
  const optional = (name: string): string | undefined => values.get(name) || undefined;
  return {
    has: (name) => values.has(name),
    optional,
    required(name) {
      const value = optional(name);
      if (value === undefined) throw invalidRequest(`“${name}” is missing.`);
      return value;
    },
  };
}

function decode(text: string): string | undefined {
  try {
    return decodeURIComponent(text);
  } catch (error) {
    if (error instanceof URIError) return undefined;
    throw error;
  }
}
