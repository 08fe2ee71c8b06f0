import { type ChildProcess, fork } from 'node:child_process';
import path from 'node:path';
import { projectRoot } from '../projectRoot.mjs';
import type { Survey, TryResult, WorkerRequest, WorkerSetup } from './protocol.ts';

const workerFile = path.join(import.meta.dirname, 'worker.ts');
const loadTimeoutMs = 60_000;

/** The process died or hung. */
export class ProcessEndedError extends Error {
  readonly hasHung: boolean;

  constructor(hasHung: boolean, output: string) {
    super(`${hasHung ? 'hung' : 'died'}\n${output}`);
    this.hasHung = hasHung;
  }
}

/** A process with the test files loaded. */
export class TestProcess {
  readonly #child: ChildProcess;
  #output = '';

  private constructor() {
    this.#child = fork(workerFile, {
      cwd: projectRoot,
      stdio: ['ignore', 'pipe', 'pipe', 'ipc'],
      execArgv: ['--max-old-space-size=1024'],
    });
    for (const stream of [this.#child.stdout, this.#child.stderr]) {
      stream?.setEncoding('utf8').on('data', (text: string) => (this.#output = (this.#output + text).slice(0, 2_000)));
    }
  }

  /** Throws `ProcessEndedError` when the files cannot be loaded. */
  static async start(setup: WorkerSetup): Promise<TestProcess> {
    const started = new TestProcess();
    await started.#exchange(setup, loadTimeoutMs);
    return started;
  }

  survey(timeoutMs: number): Promise<Survey> {
    return this.#exchange({ do: 'survey' }, timeoutMs) as Promise<Survey>;
  }

  /** Throws `ProcessEndedError` when it takes longer than the timeout, or the process dies. */
  run(request: WorkerRequest, timeoutMs: number): Promise<TryResult> {
    return this.#exchange(request, timeoutMs) as Promise<TryResult>;
  }

  end(): void {
    this.#child.removeAllListeners();
    this.#child.kill('SIGKILL');
  }

  #exchange(message: WorkerSetup | WorkerRequest, timeoutMs: number): Promise<unknown> {
    const { promise, resolve, reject } = Promise.withResolvers<unknown>();
    const child = this.#child;
    const fail = (hasHung: boolean): void => {
      this.end();
      reject(new ProcessEndedError(hasHung, this.#output));
    };
    const limit = setTimeout(fail, timeoutMs, true);
    child.once('message', resolve).once('exit', () => fail(false));
    if (child.connected) child.send(message as object, (error) => error && fail(false));
    else fail(false);
    return promise.finally(() => {
      clearTimeout(limit);
      child.removeAllListeners();
    });
  }
}
