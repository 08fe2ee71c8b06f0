/** A file that has no address, as a browser hands it over. Its name is as hostile as any. */
export interface DroppedFile {
  readonly name: string;
  read(): Promise<Uint8Array>;
}

/** Whether a command was handed such a file. */
export function isDroppedFile(value: unknown): value is DroppedFile {
  if (typeof value !== 'object' || value === null) return false;
  const { name, read } = value as Partial<Record<keyof DroppedFile, unknown>>;
  return typeof name === 'string' && typeof read === 'function';
}
