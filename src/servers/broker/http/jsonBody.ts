import { invalidRequest } from './refusal.ts';

const maxBodyBytes = 16 * 1024;
/** Longer than anything that is sealed here; what is longer still was not made by a broker. */
const shapeOfField = /^[\x21-\x7e]{1,15000}$/;

/**
 * The text fields of a JSON body that an editor sent. A web page is refused: its requests carry `Origin`, and it has no
 * business here.
 * @throws {Refusal} 403 with an `Origin`, 400 on another media type or shape, 413 above 16 KiB
 */
export async function readJsonFields<Name extends string>(
  request: Request,
  names: readonly Name[],
): Promise<Readonly<Record<Name, string>>> {
  if (request.headers.has('origin')) throw invalidRequest('Web pages are not served here.', 403);
  const mediaType = (request.headers.get('content-type') ?? '').split(';', 1)[0]?.trim().toLowerCase();
  if (mediaType !== 'application/json') throw invalidRequest('The body must be application/json.');
  const body = parseObject(await readText(request));
  const entries = names.map((name) => {
    const value = body[name];
    if (typeof value !== 'string' || !shapeOfField.test(value)) {
      throw invalidRequest(`“${name}” must be a text without spaces.`);
    }
    return [name, value];
  });
  return Object.fromEntries(entries) as Record<Name, string>;
}

async function readText(request: Request): Promise<string> {
  if (Number(request.headers.get('content-length') ?? 0) > maxBodyBytes) throw tooLarge();
  const chunks: Uint8Array[] = [];
  let byteLength = 0;
  for await (const chunk of request.body ?? []) {
    byteLength += chunk.byteLength;
    if (byteLength > maxBodyBytes) throw tooLarge();
    chunks.push(chunk);
  }
  return Buffer.concat(chunks).toString('utf8');
}

function tooLarge(): Error {
  return invalidRequest(`The body is larger than ${maxBodyBytes} bytes.`, 413);
}

function parseObject(text: string): Readonly<Record<string, unknown>> {
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch (error) {
    // The parser's own message repeats what was sent.
    if (error instanceof SyntaxError) throw invalidRequest('The body is not JSON.');
    throw error;
  }
  if (typeof value === 'object' && value !== null && !Array.isArray(value)) return value as Record<string, unknown>;
  throw invalidRequest('The body must be a JSON object.');
}
