import { readFileSync, writeFileSync } from 'node:fs';
import type { Figures } from './job.ts';

const bytesPerMb = 2 ** 20;

/**
 * Sets the maximum resident memory of this process back to the present one (proc(5), `clear_refs`, value 5). Other platforms
 * than Linux keep that of the start and the warm-up.
 */
function resetHighWater(): void {
  try {
    writeFileSync('/proc/self/clear_refs', '5');
  } catch {
    // A container may forbid it.
  }
}

/** The maximum resident memory of this process, in MB: an exact figure of the kernel, without a timer. */
function highWaterMb(): number {
  const { maxRSS } = process.resourceUsage();
  const status = process.platform === 'linux' ? readFileSync('/proc/self/status', 'utf8') : '';
  return Number(/^VmHWM:\s+(\d+) kB/m.exec(status)?.[1] ?? maxRSS) / 1024;
}

/** Runs the job once and returns its cost for this process. */
export async function measure<T>(job: () => Promise<T>): Promise<{ value: T; figures: Figures }> {
  // Otherwise the job would reuse garbage of the start-up and the warm-up, which would hide its own memory.
  globalThis.gc?.();
  const rssBeforeMb = process.memoryUsage.rss() / bytesPerMb;
  resetHighWater();
  const cpuBefore = process.cpuUsage();
  const startMs = performance.now();
  const value = await job();
  const wallMs = performance.now() - startMs;
  const cpu = process.cpuUsage(cpuBefore);
  const peakMb = highWaterMb();
  const cpuMs = (cpu.user + cpu.system) / 1000;
  return { value, figures: { wallMs, cpuMs, peakMb, addedMb: Math.max(0, peakMb - rssBeforeMb) } };
}
