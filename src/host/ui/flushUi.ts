import { commands } from 'vscode';

/**
 * Resolves once the window shows everything that the extension has set so far, and all earlier events of the window have
 * been handled: messages in both directions keep their order. An open quick pick collects its changes until the next turn
 * of the event loop.
 */
export async function flushUi(): Promise<void> {
  await new Promise((resolve) => setTimeout(resolve, 0));
  await commands.executeCommand('setContext', 'roomside:flushUi', true);
}
