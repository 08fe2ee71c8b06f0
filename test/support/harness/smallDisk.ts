import { execFileSync } from 'node:child_process';
import { mkdtempSync, rmdirSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';

/** A disk in memory, mounted on a folder until it is disposed. */
export interface SmallDisk {
  close(): void;
}

/** Mounts a disk of so many KB. Throws if this process may not. */
export function mountSmallDisk(folder: string, kilobytes: number): SmallDisk {
  execFileSync('mount', ['-t', 'tmpfs', '-o', `size=${kilobytes}k`, 'tmpfs', folder], { stdio: 'ignore' });
  return { close: () => void execFileSync('umount', [folder]) };
}

/** Whether this process may mount disks: only root on Linux, and in some containers not even that. */
export function canMountDisks(): boolean {
  if (process.platform !== 'linux' || process.getuid?.() !== 0) return false;
  const folder = mkdtempSync(path.join(tmpdir(), 'roomside-disk-'));
  try {
    mountSmallDisk(folder, 4).close();
    return true;
  } catch {
    return false;
  } finally {
    rmdirSync(folder);
  }
}
