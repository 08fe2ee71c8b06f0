import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { curlConfig } from './curlConfig.ts';
import type { Assignment, JobReport } from './job.ts';
import { readHighWaterMb } from './meter.ts';

const samplingMs = 5;
// The shell runs `times`, which prints the CPU time of a child process. Node does not report it.
const script = 'curl -q --config "$1" > "$2"; status=$?; times >&2; exit $status';

/** Whether this machine has curl, and a POSIX shell to measure it. */
export function hasCurl(): boolean {
  return process.platform !== 'win32' && spawnSync('curl', ['--version'], { stdio: 'ignore' }).status === 0;
}

/** The CPU time of the children, from the second line `times` prints ("0m0.120s 0m0.310s"), in ms. */
export function childCpuMs(timesOutput: string): number | undefined {
  const line = timesOutput.trim().split('\n').at(-1) ?? '';
  const parts = [...line.matchAll(/(\d+)m([\d.]+)s/g)].map(
    ([, minutes, seconds]) => Number(minutes) * 60 + Number(seconds),
  );
  return parts.length === 2 ? Math.round(parts.reduce((sum, part) => sum + part, 0) * 1000) : undefined;
}

function onlyChildOf(pid: number): number | undefined {
  const path = `/proc/${pid}/task/${pid}/children`;
  if (!existsSync(path)) return undefined;
  return Number(readFileSync(path, 'utf8').trim().split(' ')[0]) || undefined;
}

/** Polls the high-water mark of the shell's child every few milliseconds. Linux only. */
function watchPeak(shellPid: number): () => number | undefined {
  let peakMb: number | undefined;
  const look = () => {
    const pid = onlyChildOf(shellPid);
    peakMb = (pid === undefined ? undefined : readHighWaterMb(pid)) ?? peakMb;
  };
  const timer = setInterval(look, samplingMs);
  return () => {
    clearInterval(timer);
    return peakMb;
  };
}

function countDistinctIds(output: string): number {
  const answers = output.split('\n').filter((line) => line !== '');
  const ids = answers.flatMap((line) => {
    const answer = JSON.parse(line) as { id?: string; items?: { id: string }[] };
    return answer.items?.map((item) => item.id) ?? [answer.id];
  });
  return new Set(ids).size;
}

/**
 * Runs the job with one curl process. Its wall time includes the start of the process, a few milliseconds that the others
 * do not have, and there is no memory before the job to subtract.
 */
export async function runCurl(assignment: Assignment, directory: string): Promise<JobReport> {
  const configPath = join(directory, 'curl.config');
  const outputPath = join(directory, 'curl.out');
  writeFileSync(configPath, curlConfig(assignment));
  const startMs = performance.now();
  const child = spawn('sh', ['-c', script, 'sh', configPath, outputPath], { stdio: ['ignore', 'ignore', 'pipe'] });
  const stopWatching = watchPeak(child.pid ?? 0);
  let stderr = '';
  child.stderr.setEncoding('utf8').on('data', (text: string) => {
    stderr += text;
  });
  const [code] = await once(child, 'close');
  const wallMs = performance.now() - startMs;
  const peakMb = stopWatching();
  if (code !== 0) throw new Error(`curl ended with code ${code}\n${stderr.trim()}`);
  const figures = { wallMs, cpuMs: childCpuMs(stderr), peakMb, addedMb: undefined };
  const distinctIds = assignment.job.kind === 'download' ? 0 : countDistinctIds(readFileSync(outputPath, 'utf8'));
  return { figures, distinctIds };
}
