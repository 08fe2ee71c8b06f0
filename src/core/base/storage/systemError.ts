/** The system's error code, for example `ENOENT`; `undefined` if the error has none. */
export function systemCodeOf(error: unknown): string | undefined {
  return error instanceof Error && 'code' in error ? String(error.code) : undefined;
}

/** The system's error code; the error as text if it has none. */
export function codeOf(error: unknown): string {
  return systemCodeOf(error) ?? String(error);
}

/** `ENOTDIR`: a part of the path is a file. */
export const missingPathCodes: readonly string[] = ['ENOENT', 'ENOTDIR'];

/** The result of a read operation, or `undefined` if there is no such path. Other errors are rethrown. */
export function unlessMissing<T>(reading: Promise<T>, codes: readonly string[] = ['ENOENT']): Promise<T | undefined> {
  return unlessCode(reading, codes);
}

/** The result of an operation, or `undefined` if it ends with one of these codes. Other errors are rethrown. */
export async function unlessCode<T>(running: Promise<T>, codes: readonly string[]): Promise<T | undefined> {
  try {
    return await running;
  } catch (error) {
    if (codes.includes(codeOf(error))) return undefined;
    throw error;
  }
}
