/** A way out of a failure that the notification can offer. */
export type WayOut = 'retry' | 'signIn' | 'openSettings' | 'changeScopePrefix' | 'diagnose' | 'showLog';

/** What happened, in the user's words, and what to do next. */
export interface FailureWords {
  readonly sentence: string;
  readonly waysOut: readonly WayOut[];
}
