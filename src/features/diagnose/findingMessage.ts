import type { ErrorAction } from '../../host/errors/errorMessage.ts';

/** The result of a check, advice, and the action that helps. */
export interface FindingMessage {
  readonly result?: string;
  readonly advice?: string;
  readonly action?: Exclude<ErrorAction, 'retry' | 'diagnose'>;
}
