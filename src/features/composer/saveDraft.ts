import { type TextDocument, workspace } from 'vscode';
import type { Clock } from '../../core/base/clock.ts';
import { DisposableStore } from '../../core/base/disposable.ts';

const timeoutMs = 3_000;

/**
 * Saves the current text of a draft. VS Code rejects a save while another one of the same document is running, such as
 * an autosave; then this function waits for that save and tries again. It does not use `isDirty`: a save that ends
 * while the user types resets it although the new text is not saved.
 * @returns whether the draft is saved; if not, VS Code has shown the error
 */
export async function saveDraft(document: TextDocument, clock: Clock): Promise<boolean> {
  const endMs = clock.now() + timeoutMs;
  while (!document.isClosed) {
    // Subscribed first: the other save may end before `save` returns.
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

/** Waits for the next save of a document. A failed save fires no event, so there is a timeout. */
function nextSave(document: TextDocument, clock: Clock, endMs: number) {
  const waiting = new DisposableStore();
  const ended = new Promise<void>((resolve) => {
    waiting.add(workspace.onDidSaveTextDocument((saved) => saved === document && resolve()));
    waiting.add(clock.startTimer(endMs - clock.now(), resolve));
  });
  return { ended, dispose: () => waiting.dispose() };
}
