import { badRequest } from './apiError.ts';

/** Refuses with 400 a body that holds a field this operation does not know: a misspelt name must not pass in silence. */
export function requireKnownFields(body: Readonly<Record<string, unknown>>, known: readonly string[]): void {
  const unknownName = Object.keys(body).find((name) => !known.includes(name));
  if (unknownName === undefined) return;
  throw badRequest(`“${unknownName}” is not a field of this operation. It takes ${known.join(', ')}.`);
}

/** An optional string field; `undefined` when absent or null. */
export function optionalString(body: Readonly<Record<string, unknown>>, name: string): string | undefined {
  const value = body[name];
  if (value === undefined || value === null) return undefined;
  if (typeof value !== 'string') throw badRequest(`“${name}” must be a string.`);
  return value;
}

/** A string field that must be there, not be empty, and hold no NUL character: it names something. */
export function requiredString(body: Readonly<Record<string, unknown>>, name: string): string {
  const value = optionalString(body, name);
  if (value === undefined || value.trim() === '') throw badRequest(`“${name}” is required.`);
  if (value.includes('\0')) throw badRequest(`“${name}” must not hold a NUL character.`);
  return value;
}

/** An optional array of strings. */
export function optionalStrings(body: Readonly<Record<string, unknown>>, name: string): readonly string[] | undefined {
  const value = body[name];
  if (value === undefined || value === null) return undefined;
  if (!Array.isArray(value) || !value.every((item) => typeof item === 'string')) {
    throw badRequest(`“${name}” must be an array of strings.`);
  }
  return value;
}

/** An optional number that is not negative. */
export function optionalAmount(body: Readonly<Record<string, unknown>>, name: string): number | undefined {
  const value = body[name];
  if (value === undefined || value === null) return undefined;
  if (typeof value !== 'number' || !Number.isFinite(value) || value < 0) {
    throw badRequest(`“${name}” must be a number that is not negative.`);
  }
  return value;
}
