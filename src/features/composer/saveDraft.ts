import { type TextDocument, workspace } from 'vscode';
import type { Clock } from '../../core/base/clock.ts';
import { DisposableStore } from '../../core/base/disposable.ts';

const otherSaveMs = 3_000;

/**
 * Saves a draft as it is now. VS Code turns a save down at once while it prepares another one of the same document, be it
 * ours, the user's or that of `files.autoSave`; then that one is waited for.
 * @returns whether it is kept; if not, VS Code has told the user
 */
export async function saveDraft(document: TextDocument, clock: Clock): Promise<boolean> {
  if (document.isClosed || !document.isDirty) return true;
  if (await document.save()) return true;
  if (document.isDirty) await savedByOther(document, clock);
  return !document.isDirty || document.save();
}

/** Waits until somebody else has saved it. One that fails is told to nobody here, so there is an end to it. */
async function savedByOther(document: TextDocument, clock: Clock): Promise<void> {
  const waiting = new DisposableStore();
  await new Promise<void>((resolve) => {
    waiting.add(clock.startTimer(otherSaveMs, resolve));
    waiting.add(workspace.onDidSaveTextDocument((saved) => saved === document && resolve()));
  });
  waiting.dispose();
}
