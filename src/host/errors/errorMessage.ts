/** An action that an error notification can offer. */
export type ErrorAction = 'retry' | 'signIn' | 'openSettings' | 'changeScopePrefix' | 'diagnose' | 'showLog';

/** The text of an error, and what the user can do about it. */
export interface ErrorMessage {
  readonly sentence: string;
  readonly actions: readonly ErrorAction[];
}
