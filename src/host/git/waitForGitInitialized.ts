import type { Clock } from '../../core/base/clock.ts';
import { DisposableStore } from '../../core/base/disposable.ts';

/** What VS Code's Git tells of its first look at the folders of a window. */
export interface GitInitialization {
  readonly state: 'uninitialized' | 'initialized';
  onDidChangeState(listener: () => void): { dispose(): void };
}

/** Somebody may wait for what is asked of git, and folders on a slow disk take long to be looked at. */
const patienceMs = 5_000;

/** Waits for the end of that look: till then Git knows of no repository. */
export async function waitForGitInitialized(git: GitInitialization, clock: Pick<Clock, 'startTimer'>): Promise<void> {
  if (git.state === 'initialized') return;
  const ended = Promise.withResolvers<void>();
  const waiting = new DisposableStore();
  waiting.add(git.onDidChangeState(ended.resolve));
  waiting.add(clock.startTimer(patienceMs, ended.resolve));
  await ended.promise;
  waiting.dispose();
}
