import { invalidRequest } from './brokerError.ts';

const maxLength = 16_384;

/**
 * Reads the named parameters of a query and ignores all others. A `+` stays a `+`: a code may contain one, and not every
 * service encodes it as %2B.
 * @returns the values of the parameters that are present
 * @throws {BrokerError} when a named parameter occurs twice or cannot be decoded, and for more than 16,384 characters
 */
export function readQuery<Name extends string>(
  url: string,
  names: readonly Name[],
): Readonly<Partial<Record<Name, string>>> {
  if (url.length > maxLength) throw invalidRequest('The address is too long.');
  const values: Partial<Record<Name, string>> = {};
  for (const part of new URL(url).search.slice(1).split('&')) {
    const [, given = '', text = ''] = /^([^=]*)=?(.*)$/s.exec(part) ?? [];
    const decoded = decode(given);
    const name = names.find((each) => each === decoded);
    if (name === undefined) continue;
    const value = decode(text);
    if (value === undefined) throw invalidRequest(`“${name}” is not encoded as an address must be.`);
    if (values[name] !== undefined) throw invalidRequest(`“${name}” is there more than once.`);
    values[name] = value;
  }
  return values;
}

function decode(text: string): string | undefined {
  try {
    return decodeURIComponent(text);
  } catch (error) {
    if (error instanceof URIError) return undefined;
    throw error;
  }
}
