import { execFileSync } from 'node:child_process';
import { readdirSync, readFileSync } from 'node:fs';

const isLinux = process.platform === 'linux';
const pollEveryMs = 20;

/** A process may end while it is read. */
function readIfThere(file: string): string {
  try {
    return readFileSync(file, 'utf8');
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    if (code === 'ENOENT' || code === 'ESRCH') return '';
    throw error;
  }
}

function processesOfLinux(): { id: number; group: number; command: string }[] {
  return readdirSync('/proc')
    .filter((name) => /^\d+$/.test(name))
    .map((name) => {
      // After the program's name, which may hold anything in brackets: state, parent, group.
      const [, , group] = readIfThere(`/proc/${name}/stat`)
        .replace(/^.*\) /s, '')
        .split(' ');
      return { id: Number(name), group: Number(group), command: readIfThere(`/proc/${name}/cmdline`) };
    });
}

function processesOfUnix(): { id: number; group: number; command: string }[] {
  const lines = execFileSync('ps', ['-axo', 'pid=,pgid=,command='], { encoding: 'utf8' }).split('\n');
  return lines.map((line) => {
    const [id, group, ...command] = line.trim().split(/\s+/);
    return { id: Number(id), group: Number(group), command: command.join(' ') };
  });
}

/** One for each window, and for a while one more after a window was reloaded or its host was killed. */
function extensionHostsOf(serverProcessId: number): readonly number[] {
  const all = isLinux ? processesOfLinux() : processesOfUnix();
  const hosts = all.filter(({ group, command }) => group === serverProcessId && /--type=extensionHost/.test(command));
  return hosts.map(({ id }) => id);
}

/** Kills those of the server, as a crash does. @returns their number */
export function endExtensionHosts(serverProcessId: number): number {
  const hosts = extensionHostsOf(serverProcessId);
  for (const id of hosts) process.kill(id, 'SIGKILL');
  return hosts.length;
}

/** The memory of a process, in bytes. */
function residentBytes(processId: number): number {
  if (isLinux) {
    return Number(/^VmRSS:\s+(\d+) kB$/m.exec(readIfThere(`/proc/${processId}/status`))?.[1]) * 1024;
  }
  return Number(execFileSync('ps', ['-o', 'rss=', '-p', String(processId)], { encoding: 'utf8' })) * 1024;
}

/** The memory of a process before an action, and its maximum during the action, in bytes. */
export interface MemoryUse {
  readonly beforeBytes: number;
  readonly peakBytes: number;
}

/** Measures the memory of a process during an action. */
export async function memoryDuring(processId: number, action: () => Promise<void>): Promise<MemoryUse> {
  const beforeBytes = residentBytes(processId);
  let peakBytes = beforeBytes;
  const look = (): void => {
    peakBytes = Math.max(peakBytes, residentBytes(processId));
  };
  const timer = setInterval(look, pollEveryMs);
  try {
    await action();
  } finally {
    clearInterval(timer);
  }
  look();
  return { beforeBytes, peakBytes };
}
