import { execFile, spawnSync } from 'node:child_process';
import { promisify } from 'node:util';
import {
  accessToken,
  amounts,
  benchRoomId,
  contentPath,
  type Job,
  type JobReport,
  messageBody,
  messageTexts,
} from './job.ts';

// The shell runs `times`, which prints the CPU time of a child process. Node does not report it.
const script = 'curl "$@"; status=$?; times >&2; exit $status';
const always = ['-sSf', '-w', '\n', '-H', `Authorization: Bearer ${accessToken}`];

/** Whether this machine has curl, and a POSIX shell to measure it. */
export function hasCurl(): boolean {
  return process.platform !== 'win32' && spawnSync('curl', ['--version'], { stdio: 'ignore' }).status === 0;
}

/** The arguments of each transfer, all over one connection. Each response ends its own line. */
function transfersOf({ kind, origin, filePath, targetPath, pageSize }: Job): readonly (readonly string[])[] {
  const messages = `${origin}/v1/messages`;
  // curl cannot follow a Link header, so it gets the URLs of all pages.
  const pages = Array.from({ length: amounts.rooms / pageSize }, (_, page) => `&before&after=${page * pageSize}`);
  switch (kind) {
    case 'upload':
      return [['-F', `roomId=${benchRoomId}`, '-F', `files=@${filePath}`, messages]];
    case 'download':
      return [['-o', targetPath, origin + contentPath]];
    case 'rooms':
      return [pages.map((page) => `${origin}/v1/rooms?max=${pageSize}${page}`)];
    case 'messages':
      return messageTexts.map((text) => ['-H', 'Content-Type: application/json', '-d', messageBody(text), messages]);
  }
}

/** The CPU time of the children, from the second line `times` prints ("0m0.120s 0m0.310s"), in ms. */
function childCpuMs(timesOutput: string): number | undefined {
  const parts = [...(timesOutput.trim().split('\n').at(-1) ?? '').matchAll(/(\d+)m([\d.]+)s/g)];
  const seconds = parts.reduce((sum, [, minutes, rest]) => sum + Number(minutes) * 60 + Number(rest), 0);
  return parts.length === 2 ? Math.round(seconds * 1000) : undefined;
}

/**
 * Runs the job with one curl process. Its wall time includes the start of the process, a few milliseconds that the others
 * do not have; its memory is not measured.
 * @throws the error of a curl that failed, with what it says
 */
export async function runCurl(job: Job): Promise<JobReport> {
  const transfers = transfersOf(job).flatMap((transfer, at) => [...(at > 0 ? ['--next'] : []), ...always, ...transfer]);
  const startMs = performance.now();
  const { stdout, stderr } = await promisify(execFile)('sh', ['-c', script, 'sh', '-q', ...transfers], {
    maxBuffer: 2 ** 26,
  });
  const figures = {
    wallMs: performance.now() - startMs,
    cpuMs: childCpuMs(stderr),
    peakMb: undefined,
    addedMb: undefined,
  };
  const ids = stdout.split('\n').flatMap((line) => {
    const { id, items = [{ id }] } = JSON.parse(line || '{"items":[]}');
    return items.map((item: { readonly id: string }) => item.id);
  });
  return { figures, distinctIds: new Set(ids).size };
}
