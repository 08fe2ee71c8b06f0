/** The parts of a path from a header; `undefined` for a path that leaves its folder or is not relative. */
export function sharedPathParts(path: string): readonly string[] | undefined {
  const parts = path.split('/');
  const isPlain = parts.every((part) => part !== '' && part !== '.' && part !== '..' && !/[\\\p{Cc}]/u.test(part));
  return isPlain && !/^[a-z]:/i.test(path) ? parts : undefined;
}
