/** A value that is made at its first use. */
export interface Lazy<T> {
  /** The value, made at the first call. After a failure the next call makes it again. */
  (): Promise<T>;
  /** The value, if it has been made. */
  readonly current: T | undefined;
}

/** Makes a value at its first use, once for all callers. */
export function lazy<T>(make: () => Promise<T>): Lazy<T> {
  let making: Promise<T> | undefined;
  let current: T | undefined;
  const load = (): Promise<T> => {
    making ??= make().then(
      (value) => {
        current = value;
        return value;
      },
      (error: unknown) => {
        making = undefined;
        throw error;
      },
    );
    return making;
  };
  return Object.defineProperty(load, 'current', { get: () => current }) as Lazy<T>;
}
