import path, { type PlatformPath } from 'node:path';

/**
 * Whether an absolute path is a folder or lies below it, by the rules of the platform for separators, drives and, on
 * Windows, letter case. Does not follow links.
 */
export function isWithin(inner: string, outer: string, paths: PlatformPath = path): boolean {
  const relative = paths.relative(outer, inner);
  return relative !== '..' && !relative.startsWith(`..${paths.sep}`) && !paths.isAbsolute(relative);
}
