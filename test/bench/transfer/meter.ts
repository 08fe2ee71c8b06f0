import { readFileSync, writeFileSync } from 'node:fs';
import type { Figures } from './job.ts';

const bytesPerMb = 2 ** 20;
const samplingMs = 5;

/** Whether reading /proc failed because the process has ended, or because of missing permissions. */
function isNotThere(error: unknown): boolean {
  const code = (error as NodeJS.ErrnoException).code ?? '';
  return ['ENOENT', 'ESRCH', 'EACCES', 'EPERM', 'EROFS'].includes(code);
}

/**
 * Linux records the maximum resident memory of a process, and a process can reset it (proc(5), `clear_refs`, value 5). This
 * is exact and needs no timer that influences the measurement.
 */
function resetHighWater(): boolean {
  if (process.platform !== 'linux') return false;
  try {
    writeFileSync('/proc/self/clear_refs', '5');
    return readHighWaterMb(process.pid) !== undefined;
  } catch (error) {
    if (isNotThere(error)) return false;
    throw error;
  }
}

/**
 * The high-water mark of a process from the kernel, in MB; `undefined` when the process has ended or the platform has none.
 */
export function readHighWaterMb(pid: number): number | undefined {
  try {
    const match = /^VmHWM:\s+(\d+) kB/m.exec(readFileSync(`/proc/${pid}/status`, 'utf8'));
    return match?.[1] === undefined ? undefined : Number(match[1]) / 1024;
  } catch (error) {
    if (isNotThere(error)) return undefined;
    throw error;
  }
}

/** On other platforms, polls every few milliseconds, and uses the process's own maximum as soon as the job has raised it. */
function startSampling(): () => number {
  const maxBefore = process.resourceUsage().maxRSS;
  let highest = process.memoryUsage.rss();
  const look = () => {
    highest = Math.max(highest, process.memoryUsage.rss());
  };
  const timer = setInterval(look, samplingMs);
  return () => {
    clearInterval(timer);
    look();
    const maxAfter = process.resourceUsage().maxRSS;
    return maxAfter > maxBefore ? maxAfter / 1024 : highest / bytesPerMb;
  };
}

/** Runs the job once and returns its cost for this process. */
export async function measure<T>(job: () => Promise<T>): Promise<{ value: T; figures: Figures }> {
  // Otherwise the job would reuse garbage of the start-up and the warm-up, which would hide its own memory.
  globalThis.gc?.();
  const rssBeforeMb = process.memoryUsage.rss() / bytesPerMb;
  const stopSampling = resetHighWater() ? undefined : startSampling();
  const cpuBefore = process.cpuUsage();
  const startMs = performance.now();
  const value = await job();
  const wallMs = performance.now() - startMs;
  const cpu = process.cpuUsage(cpuBefore);
  const peakMb = stopSampling ? stopSampling() : (readHighWaterMb(process.pid) ?? rssBeforeMb);
  const cpuMs = (cpu.user + cpu.system) / 1000;
  return { value, figures: { wallMs, cpuMs, peakMb, addedMb: Math.max(0, peakMb - rssBeforeMb) } };
}
