import path, { type PlatformPath } from 'node:path';

/**
 * Whether an absolute path is a folder or lies below it, by the rules of the system: separators, drives, and on Windows
 * upper and lower case. Links are not followed.
 */
export function isWithin(inner: string, outer: string, paths: PlatformPath = path): boolean {
  const way = paths.relative(outer, inner);
  return way !== '..' && !way.startsWith(`..${paths.sep}`) && !paths.isAbsolute(way);
}
