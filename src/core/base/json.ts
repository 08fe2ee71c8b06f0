import { errorWith } from './errors.ts';

/** An answer of the service can have 32 MB. */
const maxJsonLength = 32 * 1024 * 1024;

/** The result of reading a stored JSON text. A broken or newer record is overwritten only when the user asks for it. */
export type StoredRecord<T> =
  | { readonly kind: 'none' }
  | { readonly kind: 'value'; readonly value: T }
  | { readonly kind: 'broken' }
  | { readonly kind: 'newer' };

/**
 * Reads a versioned JSON record that this or another version of Roomside wrote.
 * @param readAs a `TypeError` makes the record broken, and a `LaterValueError` newer
 */
export function parseRecord<T>(
  text: string | undefined,
  version: number,
  readAs: (value: unknown, name: string) => T,
): StoredRecord<T> {
  if (text === undefined || text === '') return { kind: 'none' };
  if (text.length > maxJsonLength) return { kind: 'broken' };
  try {
    const json: unknown = JSON.parse(text);
    if (!isJsonObject(json)) return { kind: 'broken' };
    if (typeof json.version !== 'number') return { kind: 'broken' };
    return json.version > version ? { kind: 'newer' } : { kind: 'value', value: readAs(json, 'record') };
  } catch (error) {
    if (error instanceof LaterValueError) return { kind: 'newer' };
    if (error instanceof SyntaxError || error instanceof TypeError) return { kind: 'broken' };
    throw error;
  }
}

/** A field has a word that this version does not know: a later one of the same record version wrote it. */
export class LaterValueError extends TypeError {}

/** What a newer Roomside may have stored, and this one must keep. */
export type KeptRecord = 'accounts' | 'integrations' | 'watches';

/** A newer Roomside wrote this record. It is neither read nor replaced until the user removes all stored data. */
export class NewerRecordError extends errorWith<{ record: KeptRecord }>() {
  constructor(record: KeptRecord) {
    super(`the stored ${record} are of a newer version`, { record });
  }
}

// decisions/0003
/**
 * The value of a record; `undefined` if it is missing or broken, and then the next write replaces it. Who writes reads
 * first, in the same lock, so that no write can replace what a newer Roomside wrote.
 * @throws {NewerRecordError} if a newer Roomside wrote it
 */
export function storedValue<T>(
  text: string | undefined,
  { record, version }: { readonly record: KeptRecord; readonly version: number },
  readAs: (value: unknown, name: string) => T,
): T | undefined {
  const stored = parseRecord(text, version, readAs);
  if (stored.kind === 'newer') throw new NewerRecordError(record);
  return stored.kind === 'value' ? stored.value : undefined;
}

/** The value of a record that can be lost, such as a cache. Whatever else is stored is replaced at the next write. */
export function temporaryValue<T>(
  text: string | undefined,
  version: number,
  readAs: (value: unknown, name: string) => T,
): T | undefined {
  const stored = parseRecord(text, version, readAs);
  return stored.kind === 'value' ? stored.value : undefined;
}

/** Whether a parsed value is an object: not null, not an array. */
export function isJsonObject(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/** The fields of a value of any type; none if it is no object. */
export function fieldsOf(value: unknown): Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null ? (value as Readonly<Record<string, unknown>>) : {};
}

/** The object in a JSON text; `undefined` for any other value, and for a text that is not JSON. */
export function parseJsonObject(text: string): Readonly<Record<string, unknown>> | undefined {
  if (text.length > maxJsonLength) return undefined;
  try {
    const value: unknown = JSON.parse(text);
    return isJsonObject(value) ? value : undefined;
  } catch (error) {
    if (error instanceof SyntaxError) return undefined;
    throw error;
  }
}

/** Removes undefined values, so that a field either has its type or is absent. */
export function defined<T extends object>(fields: T): { [K in keyof T]?: Exclude<T[K], undefined> } {
  const entries = Object.entries(fields).filter(([, value]) => value !== undefined);
  return Object.fromEntries(entries) as { [K in keyof T]?: Exclude<T[K], undefined> };
}

/** The value of a field if it is a string. */
export function stringField(record: Readonly<Record<string, unknown>>, name: string): string | undefined {
  const value = record[name];
  return typeof value === 'string' ? value : undefined;
}
