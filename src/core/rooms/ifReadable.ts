import { ServiceError } from '../api/errors.ts';

/** Not allowed, not there, or not known to the service [A56]. */
const refusals: readonly number[] = [403, 404, 405];

/** What a service gives that need not give it: `undefined` where it refuses. Other failures are thrown. */
export async function ifReadable<T>(read: () => Promise<T>): Promise<T | undefined> {
  try {
    return await read();
  } catch (error) {
    if (error instanceof ServiceError && refusals.includes(error.status)) return undefined;
    throw error;
  }
}
