import { commands } from 'vscode';

/**
 * Resolves once the window shows what the extension has given it to show so far, and everything that was done there
 * before has been heard of: messages between the two keep their order. An input that is open gathers its changes until
 * the next turn of the event loop.
 */
export async function flushUi(): Promise<void> {
  await new Promise((resolve) => setTimeout(resolve, 0));
  await uiAnswers();
}

/** The same without the changes of an open input since this turn of the event loop began. */
export async function uiAnswers(): Promise<void> {
  await commands.executeCommand('setContext', 'roomside:flushUi', true);
}
