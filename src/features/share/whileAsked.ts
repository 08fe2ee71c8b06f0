import { commands } from 'vscode';

/** Closes the list that asks the user when the program ends that has asked, before the next one can be shown. */
export async function whileAsked<T>(asked: AbortSignal | undefined, ask: () => Promise<T>): Promise<T> {
  let closing: PromiseLike<unknown> | undefined;
  const close = (): void => {
    closing = commands.executeCommand('workbench.action.closeQuickOpen');
  };
  asked?.addEventListener('abort', close);
  try {
    return await ask();
  } finally {
    asked?.removeEventListener('abort', close);
    await closing;
  }
}
