import { errorWith } from '../errors.ts';
import { isJsonObject, maxJsonLength } from '../json.ts';

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
