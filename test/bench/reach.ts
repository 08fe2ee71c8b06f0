import type { CaseSamples } from './resultRow.ts';
import { isUncertain, medianOfKnown, pairedRatio } from './statistics.ts';
import { formatNumber } from './table.ts';

interface Goal {
  readonly case: string;
  /** The baseline of a goal; none for added memory. */
  readonly against?: string;
  readonly figure: 'wallMs' | 'cpuMs' | 'addedMb';
  readonly atMost: number;
}

/** The goals for Roomside's client. docs/benchmarks.md gives the reasons. */
const goals: readonly Goal[] = [
  { case: 'upload', against: 'undici.request', figure: 'wallMs', atMost: 0.8 },
  { case: 'upload', figure: 'addedMb', atMost: 32 },
  { case: 'download', against: 'undici.request', figure: 'wallMs', atMost: 0.75 },
  { case: 'download', figure: 'addedMb', atMost: 40 },
  { case: 'rooms/100', against: 'node:http', figure: 'wallMs', atMost: 1.1 },
  { case: 'rooms/1000', against: 'node:http', figure: 'wallMs', atMost: 1.1 },
  { case: 'messages', against: 'node:http', figure: 'cpuMs', atMost: 1.25 },
];

const words = { wallMs: 'time', cpuMs: 'CPU', addedMb: 'added memory' };

function judge(goal: Goal, { samples }: CaseSamples): string | undefined {
  const own = samples.get('roomside')?.map((figures) => figures[goal.figure]);
  if (!own) return undefined;
  if (goal.against === undefined) {
    const value = medianOfKnown(own);
    if (value === undefined) return undefined;
    const verdict = value <= goal.atMost ? 'reached' : 'MISSED';
    return `${verdict}  ${goal.case}: ${words[goal.figure]} ${formatNumber(value)} MB, at most ${goal.atMost}`;
  }
  const other = samples.get(goal.against)?.map((figures) => figures[goal.figure]);
  if (!other) return undefined;
  const ratio = pairedRatio(own.map(Number), other.map(Number));
  const verdict = ratio <= goal.atMost ? 'reached' : 'MISSED';
  const mark = isUncertain(ratio, goal.atMost, own.length) ? '≈' : '';
  const compared = `${words[goal.figure]} ${mark}${ratio.toFixed(2)} × ${goal.against}`;
  return `${verdict}  ${goal.case}: ${compared}, at most ${goal.atMost}`;
}

/** One line for each goal whose case was run: whether it was reached. A missed goal does not fail the run. */
export function judgeReach(results: readonly CaseSamples[]): string[] {
  return results.flatMap((result) =>
    goals.filter((goal) => goal.case === result.case).flatMap((goal) => judge(goal, result) ?? []),
  );
}
