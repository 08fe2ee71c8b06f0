import type { FromPage, ReaderStrings } from './protocol.ts';

/** The thread that a text answers. */
export interface ReplyTarget {
  readonly threadId: string;
  /** The message whose reply the user asked for. */
  readonly messageId: string;
  readonly author: string;
  /** Its first words. */
  readonly line?: string;
}

/** State that the page keeps while it is hidden. */
export interface PageState {
  readonly roomId?: string;
  readonly accountId?: string;
  /** The first visible message, and how far its start is above the view, in pixels. */
  readonly anchor?: { readonly id: string; readonly createdMs: number; readonly above: number } | undefined;
  readonly unsent?: { readonly text: string; readonly target?: ReplyTarget | undefined } | undefined;
  readonly focusedId?: string;
}

declare function acquireVsCodeApi(): {
  postMessage(message: FromPage): void;
  getState(): PageState | undefined;
  setState(state: PageState): void;
};

/** `acquireVsCodeApi` may only be called once. */
const vscodeApi = acquireVsCodeApi();

export const strings: ReaderStrings = JSON.parse(document.body.dataset.strings ?? '{}');

/** Whether the keyboard is that of a Mac. */
export const isMac = /Mac/.test(navigator.userAgent);

export function post(message: FromPage): void {
  vscodeApi.postMessage(message);
}

export function pageState(): PageState {
  return vscodeApi.getState() ?? {};
}

export function keepState(change: PageState): void {
  vscodeApi.setState({ ...pageState(), ...change });
}
