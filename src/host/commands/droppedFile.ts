/** A file without an address, as a browser provides it. Its name is untrusted. */
export interface DroppedFile {
  readonly name: string;
  read(): Promise<Uint8Array>;
}

/** Whether the argument of a command is such a file. */
export function isDroppedFile(value: unknown): value is DroppedFile {
  if (typeof value !== 'object' || value === null) return false;
  const { name, read } = value as Partial<Record<keyof DroppedFile, unknown>>;
  return typeof name === 'string' && typeof read === 'function';
}
