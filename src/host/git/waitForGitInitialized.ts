import type { Clock } from '../../core/base/clock.ts';
import { DisposableStore } from '../../core/base/disposable.ts';

/** The state of VS Code's Git extension, which first scans the folders of a window. */
export interface GitInitialization {
  readonly state: 'uninitialized' | 'initialized';
  onDidChangeState(listener: () => void): { dispose(): void };
}

/** The user may be waiting, and the scan of folders on a slow disk takes long. */
const timeoutMs = 5_000;

/** Waits until the Git extension has scanned the folders of the window. Before that it knows no repositories. */
export async function waitForGitInitialized(git: GitInitialization, clock: Pick<Clock, 'startTimer'>): Promise<void> {
  if (git.state === 'initialized') return;
  const ended = Promise.withResolvers<void>();
  const waiting = new DisposableStore();
  waiting.add(git.onDidChangeState(ended.resolve));
  waiting.add(clock.startTimer(timeoutMs, ended.resolve));
  await ended.promise;
  waiting.dispose();
}
