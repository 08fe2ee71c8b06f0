import { type TextDocument, workspace } from 'vscode';
import type { Clock } from '../../core/base/clock.ts';
import { type Disposable, DisposableStore } from '../../core/base/disposable.ts';
import { draftScheme } from '../../host/draftScheme.ts';

/** Acts on a draft once nobody has changed it for a while after it was opened or changed. Closed drafts are let go. */
export function onDraftRest(clock: Clock, restMs: number, act: (draft: TextDocument) => Promise<void>): Disposable {
  const owned = new DisposableStore();
  const timers = new Map<TextDocument, Disposable>();
  const forget = (document: TextDocument): void => {
    timers.get(document)?.dispose();
    timers.delete(document);
  };
  const waitFor = (document: TextDocument): void => {
    if (document.uri.scheme !== draftScheme) return;
    forget(document);
    timers.set(
      document,
      clock.startTimer(restMs, () => {
        timers.delete(document);
        void act(document);
      }),
    );
  };
  owned.add(workspace.onDidOpenTextDocument(waitFor));
  owned.add(workspace.onDidChangeTextDocument(({ document }) => waitFor(document)));
  owned.add(workspace.onDidCloseTextDocument(forget));
  for (const document of workspace.textDocuments) waitFor(document);
  owned.add({
    dispose() {
      for (const timer of timers.values()) timer.dispose();
    },
  });
  return owned;
}
