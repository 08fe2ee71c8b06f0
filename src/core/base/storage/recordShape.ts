import { defined, isJsonObject } from '../json.ts';
import { LaterValueError } from './storedRecord.ts';

/** Reads a value of a stored JSON text as this type. Throws a `TypeError` that names the field for any other value. */
export type ReadAs<T> = (value: unknown, name: string) => T;

/** The type that a reader returns. */
export type Shape<R> = R extends ReadAs<infer T> ? T : never;

type Fields = Readonly<Record<string, ReadAs<unknown>>>;
type OptionalKey<F extends Fields, K extends keyof F> = undefined extends Shape<F[K]> ? K : never;

/** The fields of an object. One whose reader can return `undefined` is optional. */
type ShapeOf<F extends Fields> = {
  readonly [K in keyof F as Exclude<K, OptionalKey<F, K>>]: Shape<F[K]>;
} & {
  readonly [K in keyof F as OptionalKey<F, K>]?: Exclude<Shape<F[K]>, undefined>;
};

export const string: ReadAs<string> = (value, name) => {
  if (typeof value !== 'string') throw wrong(name);
  return value;
};

export const number: ReadAs<number> = (value, name) => {
  if (typeof value !== 'number' || !Number.isFinite(value)) throw wrong(name);
  return value;
};

/** A number of something, or a time: not negative. */
export const count: ReadAs<number> = (value, name) => {
  const read = number(value, name);
  if (read < 0) throw wrong(name);
  return read;
};

/** False for every other value. */
export const boolean: ReadAs<boolean> = (value) => value === true;

/** Absent for every other value. */
export const flag: ReadAs<true | undefined> = (value) => value === true || undefined;

export function oneOf<const T extends string>(...choices: readonly T[]): ReadAs<T> {
  return (value, name) => {
    const found = choices.find((choice) => choice === value);
    if (found === undefined && typeof value === 'string')
      throw new LaterValueError(`field ${name} has an unknown value`);
    if (found === undefined) throw wrong(name);
    return found;
  };
}

export function list<T>(item: ReadAs<T>): ReadAs<readonly T[]> {
  return (value, name) => {
    if (!Array.isArray(value)) throw wrong(name);
    return value.map((each) => item(each, name));
  };
}

/** An object with these fields, without its other fields. */
export function object<F extends Fields>(fields: F): ReadAs<ShapeOf<F>> {
  return (value, name) => {
    if (!isJsonObject(value)) throw wrong(name);
    const read = Object.entries(fields).map(([key, readAs]) => [key, readAs(value[key], key)]);
    return defined(Object.fromEntries(read)) as ShapeOf<F>;
  };
}

/** A field that may be absent. */
export function optional<T>(readAs: ReadAs<T>): ReadAs<T | undefined> {
  return (value, name) => (value === undefined || value === null ? undefined : readAs(value, name));
}

/** A field whose other values count as this one. */
export function orElse<T, U>(readAs: ReadAs<T>, fallback: U): ReadAs<T | U> {
  return (value, name) => {
    try {
      return readAs(value, name);
    } catch {
      return fallback;
    }
  };
}

function wrong(name: string): TypeError {
  return new TypeError(`field ${name} is missing or has another type`);
}
