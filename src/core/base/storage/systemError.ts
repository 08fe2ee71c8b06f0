import { access } from 'node:fs/promises';

/** The system's error code, for example `ENOENT`; `undefined` if the error has none. */
export function systemCodeOf(error: unknown): string | undefined {
  return error instanceof Error && 'code' in error ? String(error.code) : undefined;
}

/** The system's error code; the error as text if it has none. */
export function codeOf(error: unknown): string {
  return systemCodeOf(error) ?? String(error);
}

/** The result of a read operation, or `undefined` for `ENOENT`. Other errors are rethrown. */
export async function unlessMissing<T>(reading: Promise<T>): Promise<T | undefined> {
  try {
    return await reading;
  } catch (error) {
    if (codeOf(error) === 'ENOENT') return undefined;
    throw error;
  }
}

/** Whether there is such a file. One that cannot be accessed counts as missing. */
export async function exists(file: string): Promise<boolean> {
  try {
    await access(file);
    return true;
  } catch {
    return false;
  }
}
