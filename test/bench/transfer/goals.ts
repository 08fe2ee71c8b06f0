import type { Row } from '../row.ts';
import { medianOfKnown, pairedRatio } from '../statistics.ts';
import type { Samples } from './interleave.ts';

interface Goal {
  readonly case: string;
  /** The client that the ratio refers to; none for added memory. */
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
  { case: 'rooms/100', against: 'node:http', figure: 'wallMs', atMost: 1.2 },
  { case: 'rooms/1000', against: 'node:http', figure: 'wallMs', atMost: 1.2 },
  { case: 'messages', against: 'node:http', figure: 'cpuMs', atMost: 1.25 },
];

const words = { wallMs: 'time', cpuMs: 'CPU', addedMb: 'added MB' };

function figureOf({ against, figure }: Goal, samples: Samples): number | undefined {
  const own = samples.get('roomside')?.map((figures) => figures[figure]);
  if (own === undefined || against === undefined) return own && medianOfKnown(own);
  const other = samples.get(against)?.map((figures) => figures[figure]);
  return other && pairedRatio(own.map(Number), other.map(Number));
}

/** Whether the goals of a case were reached. A missed goal does not fail the run. */
export function goalRows(name: string, samples: Samples): readonly Row[] {
  return goals
    .filter((goal) => goal.case === name)
    .flatMap((goal) => {
      const value = figureOf(goal, samples);
      if (value === undefined) return [];
      const what = goal.against === undefined ? words[goal.figure] : `${words[goal.figure]} × ${goal.against}`;
      const verdict = value <= goal.atMost ? 'reached' : 'MISSED';
      return [{ case: `${name}: goals`, what, figures: { roomside: value, 'at most': goal.atMost, verdict } }];
    });
}
