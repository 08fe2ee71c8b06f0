import type { Clock } from '../../core/base/clock.ts';
import { type Event, nextEvent } from '../../core/base/emitter.ts';
import { withTimeLimit } from '../../core/base/scheduling/timeLimit.ts';

/** The state of VS Code's Git extension, which first scans the folders of a window. */
export interface GitInitialization {
  readonly state: 'uninitialized' | 'initialized';
  readonly onDidChangeState: Event<void>;
}

/** The user may be waiting, and the scan of folders on a slow disk takes long. */
const timeoutMs = 5_000;

/** Waits until the Git extension has scanned the folders of the window. Before that it knows no repositories. */
export async function waitForGitInitialized(git: GitInitialization, clock: Pick<Clock, 'startTimer'>): Promise<void> {
  if (git.state === 'initialized') return;
  const change = (signal: AbortSignal) => nextEvent(git.onDidChangeState, signal);
  await withTimeLimit({ clock, limitMs: timeoutMs }, change).catch(() => undefined);
}
