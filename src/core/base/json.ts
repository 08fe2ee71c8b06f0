/** An answer of the service can have 32 MB. */
export const maxJsonLength = 32 * 1024 * 1024;

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
