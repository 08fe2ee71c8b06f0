import path, { type PlatformPath } from 'node:path';

/** The path of a file below a folder, with `/` as in git and in messages, whatever the separator of the platform is. */
export function relativePath(folder: string, file: string, paths: PlatformPath = path): string {
  return paths.relative(folder, file).replaceAll(paths.sep, '/');
}

/**
 * Whether an absolute path is a folder or lies below it, by the rules of the platform for separators, drives and, on
 * Windows, letter case. Does not follow links.
 */
export function isWithin(inner: string, outer: string, paths: PlatformPath = path): boolean {
  const relative = paths.relative(outer, inner);
  return relative !== '..' && !relative.startsWith(`..${paths.sep}`) && !paths.isAbsolute(relative);
}
