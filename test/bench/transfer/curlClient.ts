import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { curlConfig } from './curlConfig.ts';
import type { Assignment, JobReport } from './job.ts';

// The shell runs `times`, which prints the CPU time of a child process. Node does not report it.
const script = 'curl -q --config "$1" > "$2"; status=$?; times >&2; exit $status';

/** Whether this machine has curl, and a POSIX shell to measure it. */
export function hasCurl(): boolean {
  return process.platform !== 'win32' && spawnSync('curl', ['--version'], { stdio: 'ignore' }).status === 0;
}

/** The CPU time of the children, from the second line `times` prints ("0m0.120s 0m0.310s"), in ms. */
function childCpuMs(timesOutput: string): number | undefined {
  const line = timesOutput.trim().split('\n').at(-1) ?? '';
  const parts = [...line.matchAll(/(\d+)m([\d.]+)s/g)].map(
    ([, minutes, seconds]) => Number(minutes) * 60 + Number(seconds),
  );
  return parts.length === 2 ? Math.round(parts.reduce((sum, part) => sum + part, 0) * 1000) : undefined;
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
 * do not have; its memory is not measured.
 */
export async function runCurl(assignment: Assignment, directory: string): Promise<JobReport> {
  const configPath = join(directory, 'curl.config');
  const outputPath = join(directory, 'curl.out');
  writeFileSync(configPath, curlConfig(assignment));
  const startMs = performance.now();
  const child = spawn('sh', ['-c', script, 'sh', configPath, outputPath], { stdio: ['ignore', 'ignore', 'pipe'] });
  const [stderr, [code]] = await Promise.all([text(child.stderr), once(child, 'close')]);
  const wallMs = performance.now() - startMs;
  if (code !== 0) throw new Error(`curl ended with code ${code}\n${stderr.trim()}`);
  const figures = { wallMs, cpuMs: childCpuMs(stderr), peakMb: undefined, addedMb: undefined };
  const distinctIds = assignment.job.kind === 'download' ? 0 : countDistinctIds(readFileSync(outputPath, 'utf8'));
  return { figures, distinctIds };
}
