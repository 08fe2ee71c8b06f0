import type { ReceivedMessage } from '../../support/harness/sandboxProcess.ts';

/** A share whose window was killed. */
export interface InterruptedShare {
  /** Part of the text of the message, or is the name of its file. */
  readonly fileName: string;
  /** The ids of the records that its window had stored. */
  readonly recordIds: readonly string[];
  /** The confirmation had closed before the kill, so the user expects the share to be sent. */
  readonly wasConfirmed: boolean;
}

/** What the run reads of a record. */
export interface KilledRecord {
  readonly id: string;
  readonly state: string;
  readonly reason?: { readonly kind: string };
}

const verdicts = ['arrived', 'kept', 'unconfirmed', 'lost', 'duplicated'] as const;
/**
 * `kept`: not in the room, but in the list of shares, where the user decides. `unconfirmed`: the window was killed while the
 * confirmation was open, and nothing is left of the share.
 */
export type Verdict = (typeof verdicts)[number];

/** What became of a share, by the messages that the service received and the records that are left. */
export function verdictOf(
  { fileName, recordIds, wasConfirmed }: InterruptedShare,
  received: readonly Pick<ReceivedMessage, 'markdown' | 'files'>[],
  records: readonly KilledRecord[],
): Verdict {
  const arrived = received.filter(
    ({ markdown, files }) => markdown?.includes(`'${fileName}'`) || files.some(({ name }) => name === fileName),
  ).length;
  if (arrived > 0) return arrived === 1 ? 'arrived' : 'duplicated';
  const record = records.find(({ id }) => recordIds.includes(id));
  if (record !== undefined) return record.state === 'sent' ? 'lost' : 'kept';
  return wasConfirmed ? 'lost' : 'unconfirmed';
}

/** How often each verdict was given. */
export function countVerdicts(all: readonly Verdict[]): Readonly<Record<Verdict, number>> {
  const count = (verdict: Verdict): number => all.filter((each) => each === verdict).length;
  return Object.fromEntries(verdicts.map((verdict) => [verdict, count(verdict)])) as Record<Verdict, number>;
}
