import { type TextDocument, workspace } from 'vscode';
import type { Clock } from '../../core/base/clock.ts';
import { type Disposable, DisposableStore } from '../../core/base/disposable.ts';
import { draftScheme } from '../../host/vscode/uris.ts';

/**
 * Runs after a draft was opened or changed and then stayed unchanged for `delayMs`. Closing a draft cancels the run.
 */
export function debounceDraftChange(
  clock: Clock,
  delayMs: number,
  run: (draft: TextDocument) => Promise<void>,
): Disposable {
  const owned = new DisposableStore();
  const timers = new Map<TextDocument, Disposable>();
  const cancel = (document: TextDocument): void => {
    timers.get(document)?.dispose();
    timers.delete(document);
  };
  const schedule = (document: TextDocument): void => {
    if (document.uri.scheme !== draftScheme) return;
    cancel(document);
    timers.set(
      document,
      clock.startTimer(delayMs, () => {
        timers.delete(document);
        void run(document);
      }),
    );
  };
  owned.add(workspace.onDidOpenTextDocument(schedule));
  owned.add(workspace.onDidChangeTextDocument(({ document }) => schedule(document)));
  owned.add(workspace.onDidCloseTextDocument(cancel));
  for (const document of workspace.textDocuments) schedule(document);
  owned.add({
    dispose() {
      for (const timer of timers.values()) timer.dispose();
    },
  });
  return owned;
}
