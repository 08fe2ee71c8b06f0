import { errorWith } from './errors.ts';

/** The result of reading a stored JSON text. A broken or newer record is overwritten only when the user asks for it. */
export type StoredRecord<T> =
  | { readonly kind: 'none' }
  | { readonly kind: 'value'; readonly value: T }
  | { readonly kind: 'broken' }
  | { readonly kind: 'newer' };

/** Reads the fields of an unknown JSON value by type. Required fields throw a `TypeError`. */
export class RecordReader {
  readonly #fields: Readonly<Record<string, unknown>>;

  constructor(fields: Readonly<Record<string, unknown>>) {
    this.#fields = fields;
  }

  optionalString(name: string): string | undefined {
    return stringField(this.#fields, name);
  }

  string(name: string): string {
    return required(this.optionalString(name), name);
  }

  optionalNumber(name: string): number | undefined {
    const value = this.#fields[name];
    return typeof value === 'number' && Number.isFinite(value) ? value : undefined;
  }

  number(name: string): number {
    return required(this.optionalNumber(name), name);
  }

  /** A number of something, or a time: not negative. */
  count(name: string): number {
    const value = this.number(name);
    return required(value < 0 ? undefined : value, name);
  }

  strings(name: string): readonly string[] {
    const value = this.#fields[name];
    return required(Array.isArray(value) && value.every((item) => typeof item === 'string') ? value : undefined, name);
  }

  optionalBoolean(name: string): boolean {
    return this.#fields[name] === true;
  }

  record(name: string): RecordReader {
    return readerOf(this.#fields[name], name);
  }

  optionalRecord(name: string): RecordReader | undefined {
    return this.#fields[name] === undefined ? undefined : this.record(name);
  }

  /** A list of values of any type; empty if the field is no list. */
  list(name: string): readonly unknown[] {
    const value = this.#fields[name];
    return Array.isArray(value) ? value : [];
  }

  /** A list of records; empty if the field is no list. */
  optionalRecords(name: string): readonly RecordReader[] {
    return this.list(name).map((item) => readerOf(item, name));
  }

  enumValue<T extends string>(name: string, choices: readonly T[]): T {
    const value = this.string(name);
    return required(
      choices.find((choice) => choice === value),
      name,
    );
  }
}

function readerOf(value: unknown, name: string): RecordReader {
  return new RecordReader(required(isJsonObject(value) ? value : undefined, name));
}

function required<T>(value: T | undefined, name: string): T {
  if (value === undefined) throw new TypeError(`field ${name} is missing or has another type`);
  return value;
}

/**
 * Reads a versioned JSON record that this or another version of Roomside wrote.
 * @param read reads the fields; a `TypeError` makes the record broken
 */
export function parseRecord<T>(
  text: string | undefined,
  version: number,
  read: (record: RecordReader) => T,
): StoredRecord<T> {
  if (text === undefined || text === '') return { kind: 'none' };
  try {
    const json: unknown = JSON.parse(text);
    if (!isJsonObject(json)) return { kind: 'broken' };
    const record = new RecordReader(json);
    if (record.number('version') > version) return { kind: 'newer' };
    return { kind: 'value', value: read(record) };
  } catch (error) {
    if (error instanceof SyntaxError || error instanceof TypeError) return { kind: 'broken' };
    throw error;
  }
}

/** What a newer Roomside may have stored, and this one must keep. */
export type KeptRecord = 'accounts' | 'integrations' | 'watches';

/** A newer Roomside wrote this record. It is neither read nor replaced until the user removes all stored data. */
export class NewerRecordError extends errorWith<{ record: KeptRecord }>() {
  constructor(record: KeptRecord) {
    super(`the stored ${record} are of a newer version`, { record });
  }
}

/**
 * The value of a record; `undefined` if it is missing or broken, and then the next write replaces it. Who writes reads
 * first, in the same lock, so that no write can replace what a newer Roomside wrote.
 * @throws {NewerRecordError} if a newer Roomside wrote it
 */
export function storedValue<T>(
  text: string | undefined,
  { record, version }: { readonly record: KeptRecord; readonly version: number },
  read: (fields: RecordReader) => T,
): T | undefined {
  const stored = parseRecord(text, version, read);
  if (stored.kind === 'newer') throw new NewerRecordError(record);
  return stored.kind === 'value' ? stored.value : undefined;
}

/** The value of a record that can be lost, such as a cache. Whatever else is stored is replaced at the next write. */
export function temporaryValue<T>(
  text: string | undefined,
  version: number,
  read: (fields: RecordReader) => T,
): T | undefined {
  const stored = parseRecord(text, version, read);
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
