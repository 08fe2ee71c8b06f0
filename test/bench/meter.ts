import { readFileSync, writeFileSync } from 'node:fs';
import type { Figures } from './job.ts';

const bytesPerMb = 2 ** 20;
const samplingMs = 5;

/** Whether a look into /proc failed because there is nothing to see: no such process any more, or no right to it. */
function isNotThere(error: unknown): boolean {
  const code = (error as NodeJS.ErrnoException).code ?? '';
  return ['ENOENT', 'ESRCH', 'EACCES', 'EPERM', 'EROFS'].includes(code);
}

/**
 * Linux keeps the highest resident memory of a process and lets the process set it back to the present one (proc(5),
 * `clear_refs`, value 5): exact, and without a timer that takes part in what it measures.
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

/** The high-water mark of a process by the kernel's count, in MB; `undefined` when it is gone or the platform has none. */
export function readHighWaterMb(pid: number): number | undefined {
  try {
    const match = /^VmHWM:\s+(\d+) kB/m.exec(readFileSync(`/proc/${pid}/status`, 'utf8'));
    return match?.[1] === undefined ? undefined : Number(match[1]) / 1024;
  } catch (error) {
    if (isNotThere(error)) return undefined;
    throw error;
  }
}

/** Elsewhere: looks every few milliseconds, and believes the process's own maximum as soon as the job has raised it. */
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

/** Runs the job once and says what it cost this process. */
export async function measure<T>(job: () => Promise<T>): Promise<{ value: T; figures: Figures }> {
  // What start-up and warm-up left behind would otherwise be reused by the job and hide its own need.
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
