import type { WayOut } from '../../host/words/words.ts';

/** What was found, what to do about it, and the command that begins it. */
export interface FindingWords {
  readonly result?: string;
  readonly advice?: string;
  readonly wayOut?: Exclude<WayOut, 'retry' | 'diagnose'>;
}
