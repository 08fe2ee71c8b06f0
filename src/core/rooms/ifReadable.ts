import { ServiceError } from '../api/errors.ts';

/** Not allowed, not found, or not supported by the service [A56]. */
const refusals: readonly number[] = [403, 404, 405];

/** Reads something that a service may refuse. Returns `undefined` after a refusal and throws other errors. */
export async function ifReadable<T>(read: () => Promise<T>): Promise<T | undefined> {
  try {
    return await read();
  } catch (error) {
    if (error instanceof ServiceError && refusals.includes(error.status)) return undefined;
    throw error;
  }
}
