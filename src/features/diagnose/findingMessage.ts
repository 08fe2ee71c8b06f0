import type { ErrorAction } from '../../host/errors/errorMessage.ts';

/** What was found, what to do about it, and the command that begins it. */
export interface FindingMessage {
  readonly result?: string;
  readonly advice?: string;
  readonly action?: Exclude<ErrorAction, 'retry' | 'diagnose'>;
}
