import { type ExecFileException, execFile } from 'node:child_process';
import { maxAttachmentBytes } from '../../core/api/contentInfo.ts';
import { TooLargeError } from '../../core/attachments/limits.ts';
import { GitFailedError, GitTimeoutError } from '../../core/git/errors.ts';

/** A folder in a repository, and the git executable that VS Code's Git extension uses. */
export interface GitPlace {
  readonly gitPath: string;
  readonly rootFolder: string;
  /** Git must not fetch what a partial clone lacks: the configuration says from where and how. */
  readonly isOffline?: boolean;
  /** Variables of the process, beside those of this one. */
  readonly env?: Readonly<Record<string, string>>;
  readonly signal?: AbortSignal | undefined;
}

/** Git 2.45 and newer fetches no objects with the first; older ones find no allowed way with the second. */
const withoutNetwork = { GIT_NO_LAZY_FETCH: '1', GIT_ALLOW_PROTOCOL: 'none' };

interface GitRun {
  readonly input?: Uint8Array;
  /** Exit codes that are no error, beside 0. */
  readonly expected?: readonly number[];
  /** 0 for work that must not be interrupted. */
  readonly timeoutMs?: number;
  /** The name of the output in the error for too much of it. */
  readonly outputName?: string;
}

export interface GitResult {
  readonly code: number;
  readonly output: Buffer;
  readonly errorOutput: string;
}

/** The history of a file in a large repository takes long. Without a limit, a command would never end. */
const defaultTimeoutMs = 60_000;

/** The options of git for settings that replace those of the configuration. */
export const withSettings = (...settings: readonly string[]): readonly string[] =>
  settings.flatMap((setting) => ['-c', setting]);

/** The configuration may name programs here, which git would run, or a file without which git fails. */
const safe = withSettings('core.fsmonitor=false', 'core.hooksPath=/dev/null', 'diff.orderFile=/dev/null');

/** Without this option, a name such as `[id].ts` is a pattern that matches other files too. */
export const literalPaths = '--literal-pathspecs';

/**
 * Runs git in a folder, without a shell and with English output.
 * @throws {TooLargeError} when the output is larger than the limit of an attachment
 * @throws {GitTimeoutError}
 * @throws {GitFailedError} when it ends with another exit code
 * @throws an `AbortError`, and the error of a program that could not be started or was killed
 */
export function runGit(
  { gitPath, rootFolder, isOffline, env, signal }: GitPlace,
  args: readonly string[],
  { input, expected = [], timeoutMs = defaultTimeoutMs, outputName = 'git' }: GitRun = {},
): Promise<GitResult> {
  const { promise, resolve, reject } = Promise.withResolvers<GitResult>();
  const options = {
    cwd: rootFolder,
    encoding: 'buffer',
    maxBuffer: maxAttachmentBytes,
    timeout: timeoutMs,
    signal,
  } as const;
  const whole = { ...ownVariables(), LC_ALL: 'C', GIT_OPTIONAL_LOCKS: '0', ...(isOffline && withoutNetwork), ...env };
  const child = execFile(
    gitPath,
    [...safe, ...args],
    { ...options, env: whole, windowsHide: true },
    (error, output, errors) => {
      const code = error === null ? 0 : (error.code as unknown);
      if (typeof code === 'number' && (code === 0 || expected.includes(code))) {
        resolve({ code, output, errorOutput: errors.toString() });
      } else reject(errorOf(error as ExecFileException, outputName, { output, errors }));
    },
  );
  // A process that does not read all of its input reports the reason by its exit code.
  child.stdin?.on('error', () => undefined).end(input);
  return promise;
}

/** The output of git as text, as `runGit`. */
export async function gitText(place: GitPlace, args: readonly string[], run?: GitRun): Promise<string> {
  return (await runGit(place, args, run)).output.toString();
}

/** Variables of git that say how it connects, and where its configuration is. */
const keptVariables =
  /^GIT_(?:ALLOW_PROTOCOL|ASKPASS|ATTR_NOSYSTEM|CEILING_DIRECTORIES|CONFIG_\w+|DISCOVERY_ACROSS_FILESYSTEM|EXEC_PATH|HTTP_\w+|LFS_\w+|NO_LAZY_FETCH|NO_REPLACE_OBJECTS|PROTOCOL_FROM_USER|PROXY_\w+|SSH\w*|SSL_\w+|TERMINAL_PROMPT)$/i;

/**
 * The variables of this process. Those of git are left out if they change what git prints, or are of the `git commit` that
 * has started VS Code as its editor. A folder of git with a working tree is of the user.
 */
function ownVariables(): NodeJS.ProcessEnv {
  const { GIT_DIR, GIT_WORK_TREE } = process.env;
  const kept = Object.entries(process.env).filter(([name]) => !/^GIT_/i.test(name) || keptVariables.test(name));
  return { ...Object.fromEntries(kept), ...(GIT_WORK_TREE && { GIT_DIR, GIT_WORK_TREE }) };
}

function errorOf(
  error: ExecFileException,
  outputName: string,
  { output, errors }: { readonly output: Buffer; readonly errors: Buffer },
): Error {
  if ((error.code as unknown) === 'ERR_CHILD_PROCESS_STDIO_MAXBUFFER') {
    const { byteLength } = output;
    return new TooLargeError({ what: 'attachment', fileName: outputName, byteLength, maxBytes: maxAttachmentBytes });
  }
  if (error.killed === true) return new GitTimeoutError();
  return typeof error.code === 'number' ? new GitFailedError(errors.toString()) : error;
}
