import { fork } from 'node:child_process';
import { once } from 'node:events';
import path from 'node:path';
import { projectRoot } from '../../support/harness/projectRoot.mjs';
import type { TaskOutcome, WindowSetup, WindowTasks } from './windowTasks.ts';

/** A window in its own process. The error of a failed task is returned as text. */
export interface WindowHandle {
  ask<Task extends keyof WindowTasks>(
    task: Task,
    ...argument: Parameters<WindowTasks[Task]>
  ): Promise<Awaited<ReturnType<WindowTasks[Task]>>>;
  /** Kills it, so that it cannot clean up. */
  kill(): Promise<void>;
  close(): Promise<void>;
}

export async function openWindow(setup: WindowSetup): Promise<WindowHandle> {
  const child = fork(path.join(projectRoot, 'test/contract/windows/windowProcess.ts'), [JSON.stringify(setup)], {
    execPath: process.execPath,
    execArgv: ['--disable-warning=ExperimentalWarning'],
  });
  const ended = once(child, 'exit');
  const waiting = new Map<number, PromiseWithResolvers<unknown>>();
  await Promise.race([
    once(child, 'message'),
    ended.then(([code]) => Promise.reject(new Error(`the window ended with ${code} before it was ready`))),
  ]);
  child.on('message', (outcome: TaskOutcome) => {
    const asked = waiting.get(outcome.id);
    if ('error' in outcome) asked?.reject(new Error(outcome.error));
    else asked?.resolve(outcome.value);
  });
  return {
    ask(task, ...[argument]) {
      const asked = Promise.withResolvers<unknown>();
      const id = waiting.size;
      waiting.set(id, asked);
      child.send({ id, task, argument });
      return asked.promise as Promise<never>;
    },
    async kill() {
      child.kill('SIGKILL');
      await ended;
    },
    async close() {
      if (child.exitCode !== null || child.signalCode !== null) return;
      child.disconnect();
      await ended;
    },
  };
}
