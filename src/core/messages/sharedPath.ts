/** The parts of a path that a header names; `undefined` for one that leads out of its folder, or is no path from one. */
export function sharedPathParts(path: string): readonly string[] | undefined {
  const parts = path.split('/');
  const isPlain = parts.every((part) => part !== '' && part !== '.' && part !== '..' && !/[\\\p{Cc}]/u.test(part));
  return isPlain && !/^[a-z]:/i.test(path) ? parts : undefined;
}
