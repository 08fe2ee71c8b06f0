import type { ErrorAction } from '../../host/errors/errorMessage.ts';

/** What was found, what to do about it, and the command that begins it. */
export interface FindingWords {
  readonly result?: string;
  readonly advice?: string;
  readonly wayOut?: Exclude<ErrorAction, 'retry' | 'diagnose'>;
}
