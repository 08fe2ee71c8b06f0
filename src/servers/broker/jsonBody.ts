import { readUpTo } from '../readUpTo.ts';
import { BrokerError, invalidRequest } from './brokerError.ts';

const maxBodyBytes = 16 * 1024;
/** Longer than any value that a broker seals. */
const fieldPattern = /^[\x21-\x7e]{1,15000}$/;

/**
 * Reads the string fields of a JSON body.
 * @throws {BrokerError} 400 for another media type or shape, and when the body ends early; 408 when it takes longer than
 * `timeoutMs`; 413 above 16 KiB
 */
export async function readJsonFields<Name extends string>(
  request: Request,
  names: readonly Name[],
  timeoutMs: number,
): Promise<Readonly<Record<Name, string>>> {
  const mediaType = (request.headers.get('content-type') ?? '').split(';', 1)[0]?.trim().toLowerCase();
  if (mediaType !== 'application/json') throw invalidRequest('The body must be application/json.');
  const body = jsonObjectOf(await readText(request, timeoutMs));
  if (body === undefined) throw invalidRequest('The body must be a JSON object.');
  const entries = names.map((name) => {
    const value = body[name];
    if (typeof value !== 'string' || !fieldPattern.test(value)) {
      throw invalidRequest(`“${name}” must be a text without spaces.`);
    }
    return [name, value];
  });
  return Object.fromEntries(entries) as Record<Name, string>;
}

async function readText(request: Request, timeoutMs: number): Promise<string> {
  if (Number(request.headers.get('content-length') ?? 0) > maxBodyBytes) throw tooLarge();
  if (request.body === null) return '';
  const late = Promise.withResolvers<never>();
  const timer = setTimeout(() => late.reject(tooSlow()), timeoutMs);
  try {
    const bytes = await Promise.race([readUpTo(request.body, maxBodyBytes), late.promise]);
    if (bytes === undefined) throw tooLarge();
    return bytes.toString('utf8');
  } catch (error) {
    // Any other error is a failed connection.
    throw error instanceof BrokerError ? error : invalidRequest('The body ended before it was complete.');
  } finally {
    clearTimeout(timer);
  }
}

function tooSlow(): Error {
  return new BrokerError(408, 'invalid_request', 'The body did not arrive in time.', { connection: 'close' });
}

function tooLarge(): Error {
  return invalidRequest(`The body is larger than ${maxBodyBytes} bytes.`, 413);
}

/** The JSON object in a text; `undefined` for anything else. */
export function jsonObjectOf(text: string): Readonly<Record<string, unknown>> | undefined {
  try {
    const value: unknown = JSON.parse(text);
    return typeof value === 'object' && value !== null && !Array.isArray(value) ? { ...value } : undefined;
  } catch (error) {
    // The message of the parser repeats the input.
    if (error instanceof SyntaxError) return undefined;
    throw error;
  }
}
