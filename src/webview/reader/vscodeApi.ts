import type { FromPage } from './protocol.ts';

/** What the page remembers while it is hidden. */
export interface PageState {
  readonly roomId?: string;
  readonly accountId?: string;
  /** The first message in sight, and how far above the top of the window it begins, in pixels. */
  readonly anchor?: { readonly id: string; readonly createdMs: number; readonly above: number };
}

interface VsCodeApi {
  postMessage(message: FromPage): void;
  getState(): PageState | undefined;
  setState(state: PageState): void;
}

declare function acquireVsCodeApi(): VsCodeApi;

/** The one door to the extension. It may be asked for once. */
export const vscodeApi = acquireVsCodeApi();
