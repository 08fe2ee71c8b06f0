import type { FromPage } from './protocol.ts';

/** The thread that a text answers. */
export interface ReplyTarget {
  readonly threadId: string;
  /** The message whose reply the user asked for. */
  readonly messageId: string;
  readonly author: string;
}

/** A text that was not sent yet. The page keeps it while it is hidden. */
export interface UnsentText {
  readonly text: string;
  readonly target?: ReplyTarget | undefined;
}

/** State that the page keeps while it is hidden. */
export interface PageState {
  readonly roomId?: string;
  readonly accountId?: string;
  /** The first visible message, and how far its start is above the view, in pixels. */
  readonly anchor?: { readonly id: string; readonly createdMs: number; readonly above: number };
  readonly unsent?: UnsentText;
  /** The message that had the focus last. */
  readonly focusedId?: string;
}

interface VsCodeApi {
  postMessage(message: FromPage): void;
  getState(): PageState | undefined;
  setState(state: PageState): void;
}

declare function acquireVsCodeApi(): VsCodeApi;

/** The connection to the extension. `acquireVsCodeApi` may only be called once. */
export const vscodeApi = acquireVsCodeApi();
