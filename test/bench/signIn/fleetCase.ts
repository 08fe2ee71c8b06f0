import { alignColumns } from '../table.ts';
import { type FleetPattern, type OpenWindow, openRoomsideWindow, playYear } from './fleetYear.ts';
import { type NaiveHabit, openNaiveWindow } from './naiveWindow.ts';
import type { FleetFigures, SignInMethod } from './signedInService.ts';

/** A result of the case `signin`: an account that only stays signed in for a year. */
export interface FleetRow extends FleetFigures {
  readonly case: 'signin/year';
  readonly client: string;
  readonly pattern: string;
}

const minutesOfDay = 24 * 60;
const dayOf = (minute: number): number => Math.floor(minute / minutesOfDay);
const hourOf = (minute: number): number => (minute % minutesOfDay) / 60;

const patterns = {
  'one window, open all year': { windows: 1 },
  'one window, an hour a day': { windows: 1, isOpen: (minute) => hourOf(minute) < 1 },
  'one window, an hour a week': { windows: 1, isOpen: (minute) => dayOf(minute) % 7 === 0 && hourOf(minute) < 1 },
  '8 windows, open all year': { windows: 8 },
  '8 windows, eight hours a day': { windows: 8, isOpen: (minute) => hourOf(minute) < 8 },
  '4 windows here and 4 far away, eight hours a day': { windows: 8, locks: 2, isOpen: (minute) => hourOf(minute) < 8 },
} as const satisfies Record<string, FleetPattern>;

type PatternName = keyof typeof patterns;

interface Run {
  readonly client: string;
  readonly names: readonly PatternName[];
  readonly signInMethod: SignInMethod;
  readonly openWindow: OpenWindow;
}

const all = Object.keys(patterns) as PatternName[];
const naive =
  (habit: NaiveHabit): OpenWindow =>
  (service) =>
    openNaiveWindow(service, habit);
const runs: readonly Run[] = [
  { client: 'roomside, broker', names: all, signInMethod: 'broker', openWindow: openRoomsideWindow },
  { client: 'roomside, own integration', names: all, signInMethod: 'integration', openWindow: openRoomsideWindow },
  {
    client: 'naive: renews at the end',
    names: ['one window, open all year', '8 windows, open all year'],
    signInMethod: 'integration',
    openWindow: naive('at the end'),
  },
  {
    client: 'naive: renews at every start',
    names: ['one window, an hour a day'],
    signInMethod: 'integration',
    openWindow: naive('at every start'),
  },
];

/** Simulates every pattern, each compared with a naive implementation. @param report reports the progress */
export async function runFleetCase(report: (line: string) => void): Promise<readonly FleetRow[]> {
  const rows: FleetRow[] = [];
  for (const { client, names, signInMethod, openWindow } of runs) {
    for (const pattern of names) {
      report(`signin: a year of ${pattern}, ${client}`);
      const figures = await playYear({ ...patterns[pattern], signInMethod }, openWindow);
      rows.push({ case: 'signin/year', client, pattern, ...figures });
    }
  }
  return rows;
}

const heads = ['a year of', 'client', 'renewals', 'refused', 'still signed in'];

/** The results as a table. */
export function renderFleet(rows: readonly FleetRow[]): string {
  const body = rows.map((row) => [
    row.pattern,
    row.client,
    String(row.refreshCalls),
    String(row.refusedCalls),
    row.isSignedIn ? 'yes' : 'NO',
  ]);
  return alignColumns([heads, ...body], 2).join('\n');
}
