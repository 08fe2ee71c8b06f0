import path, { type PlatformPath, posix } from 'node:path';

/** In any letter case, as VS Code's Git: a window has that in which its folder was opened, git that of the disk. */
export const macPaths: PlatformPath = {
  ...posix,
  relative(from, to) {
    const isSame = to.slice(0, from.length).toLowerCase() === from.toLowerCase();
    return posix.relative(from, isSame ? from + to.slice(from.length) : to);
  },
};
const ownPaths = process.platform === 'darwin' ? macPaths : path;

/** The path of a file below a folder, with `/` as in git and in messages, whatever the separator of the platform is. */
export function relativePath(folder: string, file: string, paths: PlatformPath = ownPaths): string {
  return paths.relative(folder, file).replaceAll(paths.sep, '/');
}

/**
 * Whether an absolute path is a folder or lies below it, by the rules of the platform for separators, drives and letter
 * case. Does not follow links.
 */
export function isWithin(inner: string, outer: string, paths: PlatformPath = ownPaths): boolean {
  const relative = paths.relative(outer, inner);
  return relative !== '..' && !relative.startsWith(`..${paths.sep}`) && !paths.isAbsolute(relative);
}
