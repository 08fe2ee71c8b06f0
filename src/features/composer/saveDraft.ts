import { type TextDocument, workspace } from 'vscode';
import type { Clock } from '../../core/base/clock.ts';
import { DisposableStore } from '../../core/base/disposable.ts';

const timeoutMs = 3_000;

/**
 * Saves a draft as it is now. VS Code turns a save down at once while it prepares another one of the same document, be it
 * the user's or the one of `files.autoSave`, which drafts have on; then that one is waited for. `isDirty` is not asked: a
 * save that ends while somebody types on clears it though what was typed is not saved.
 * @returns whether it is kept; if not, VS Code has told the user
 */
export async function saveDraft(document: TextDocument, clock: Clock): Promise<boolean> {
  const endMs = clock.now() + timeoutMs;
  while (!document.isClosed) {
    // Before it is asked: the other save may end at the moment of the answer.
    const other = nextSave(document, clock, endMs);
    try {
      if (await document.save()) return true;
      if (clock.now() >= endMs) return false;
      await other.ended;
    } finally {
      other.dispose();
    }
  }
  return true;
}

/** The end of the next save of a document. Of one that fails nothing is told here, so there is an end to waiting for it. */
function nextSave(document: TextDocument, clock: Clock, endMs: number) {
  const waiting = new DisposableStore();
  const ended = new Promise<void>((resolve) => {
    waiting.add(workspace.onDidSaveTextDocument((saved) => saved === document && resolve()));
    waiting.add(clock.startTimer(endMs - clock.now(), resolve));
  });
  return { ended, dispose: () => waiting.dispose() };
}
