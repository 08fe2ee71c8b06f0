import type { WebviewPanel } from 'vscode';
import { Emitter } from '../../../src/core/base/emitter.ts';
import type { ToMessagePage } from '../../../src/webview/messagePage/protocol.ts';
import { useInWindow } from './windowMember.ts';

/**
 * Shares open no page during each test of a `describe`: a webview costs more than the rest of a share. Returns what lets a
 * test have its pages.
 */
export function withoutPreviews(): () => void {
  return useInWindow('createWebviewPanel', (original) => {
    const create = original as (type: string, ...rest: readonly unknown[]) => unknown;
    return (type: string, ...rest: readonly unknown[]) =>
      type === 'roomside.message' ? pageThatDraws() : create(type, ...rest);
  });
}

/** Answers as the script of the page does. */
function pageThatDraws(): Pick<WebviewPanel, 'onDidDispose' | 'dispose'> & { readonly webview: object } {
  const answers = new Emitter<unknown>();
  const ends = new Emitter<void>();
  const webview = {
    asWebviewUri: (uri: unknown) => uri,
    onDidReceiveMessage(listener: (answer: unknown) => void) {
      const listening = answers.event(listener);
      queueMicrotask(() => answers.fire({ kind: 'ready' }));
      return listening;
    },
    postMessage: async (message: ToMessagePage) =>
      message.kind === 'show' && answers.fire({ kind: 'drawn', id: message.id }),
  };
  return { webview, onDidDispose: (listener) => ends.event(() => listener()), dispose: () => ends.fire() };
}
