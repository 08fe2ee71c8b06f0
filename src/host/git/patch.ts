import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { text } from 'node:stream/consumers';
import { changesLinks, type PatchedFile, parseNumstat } from '../../core/git/numstat.ts';
import { PatchRefusedError } from '../../core/git/patchRefused.ts';

/** Where a patch is applied. */
export interface PatchPlace {
  /** Git itself, as VS Code's Git extension found it. */
  readonly gitPath: string;
  readonly rootFolder: string;
  /** The root, or a folder of it: git touches nothing beyond it. */
  readonly folder: string;
}

/**
 * Asks git whether a patch applies, and what it would change. Nothing is changed.
 * @throws {PatchRefusedError}
 */
export async function checkPatch(patch: string, { gitPath, rootFolder, folder }: PatchPlace): Promise<PatchedFile[]> {
  if (changesLinks(patch)) throw new PatchRefusedError('link');
  const all = parseNumstat(await gitApply(gitPath, rootFolder, ['--numstat', '-z'], patch));
  const inside = parseNumstat(await gitApply(gitPath, folder, ['--check', '--numstat', '-z'], patch));
  if (inside.length < all.length) throw new PatchRefusedError('outside');
  return inside;
}

/** Applies a patch, whole or not at all. @throws {PatchRefusedError} */
export async function applyPatch(patch: string, { gitPath, folder }: PatchPlace): Promise<void> {
  await gitApply(gitPath, folder, [], patch);
}

async function gitApply(gitPath: string, folder: string, options: readonly string[], patch: string): Promise<string> {
  const child = spawn(gitPath, ['apply', ...options, '-'], { cwd: folder, windowsHide: true });
  const ended = once(child, 'close') as Promise<[code: number]>;
  // One that does not read to the end says why by its code.
  child.stdin.on('error', () => undefined);
  child.stdin.end(patch.endsWith('\n') ? patch : `${patch}\n`);
  const [output, complaint, [code]] = await Promise.all([text(child.stdout), text(child.stderr), ended]);
  if (code !== 0) throw new PatchRefusedError('does-not-apply', complaint);
  return output;
}
