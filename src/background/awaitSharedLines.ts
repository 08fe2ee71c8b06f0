import { workspace } from 'vscode';
import { type Disposable, DisposableStore } from '../core/base/disposable.ts';
import type { Services } from '../host/services.ts';
import { setting } from '../host/vscode/settings.ts';

/**
 * Loads the marks of shared lines when there are lines to mark: from a share that was sent, or from a message that was read.
 * Until then no editor is watched.
 */
export function awaitSharedLines(
  { outbox, readLines, log }: Pick<Services, 'outbox' | 'readLines' | 'log'>,
  load: () => Promise<unknown>,
): Disposable {
  const owned = new DisposableStore();
  const check = (): void => {
    if (!setting('editor.sharedLines') || !hasLines({ outbox, readLines })) return;
    owned.dispose();
    load().catch((error: unknown) => log.error('the marks of shared lines could not be loaded', error));
  };
  owned.add(outbox.onDidChange(check));
  owned.add(readLines.onDidChange(check));
  owned.add(workspace.onDidChangeConfiguration(check));
  return owned;
}

function hasLines({ outbox, readLines }: Pick<Services, 'outbox' | 'readLines'>): boolean {
  return readLines.hasLines || outbox.snapshot.shares.some(({ state, origin }) => state === 'sent' && origin?.lines);
}
