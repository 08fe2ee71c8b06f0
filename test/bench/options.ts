import { parseArgs } from 'node:util';
import { fewestRounds } from './statistics.ts';

export const clientNames = ['roomside', 'undici.request', 'node:http', 'curl'] as const;
export type ClientName = (typeof clientNames)[number];

/** Cases that take an hour run only when they are named. */
export const caseNames = ['upload', 'download', 'rooms', 'messages', 'share', 'marks', 'broker', 'startup'] as const;
const longCaseNames = ['kill', 'idle'] as const;
/** The short form has one case for all that need a window. */
export const shortCaseNames = [
  'upload',
  'download',
  'rooms',
  'messages',
  'share',
  'marks',
  'broker',
  'window',
] as const;
export type CaseName = (typeof caseNames | typeof longCaseNames | typeof shortCaseNames)[number];

/** How much each case does. */
export interface Amounts {
  /** How often each client does each job, and each share is made up to its last step. */
  readonly rounds: number;
  /** Starts of a window in each state. */
  readonly starts: number;
  /** Size of the uploaded and downloaded file, in MB of 2^20 bytes. */
  readonly sizeMb: number;
  /** Shares one after the other. */
  readonly shares: number;
  /** Shares at once against a rate limit. */
  readonly sharesAtOnce: number;
  readonly kills: number;
  /** Of sign-ins, and of refreshes, in each setup of brokers. */
  readonly seconds: number;
  /** How long windows are left alone while signed in. */
  readonly minutes: number;
}

const usual: Amounts = {
  ...{ rounds: fewestRounds, starts: 20, sizeMb: 100, shares: 200, sharesAtOnce: 100 },
  ...{ kills: 100, minutes: 10, seconds: 10 },
};
/** Shows that each case still runs. Its figures mean nothing. */
const short: Amounts = {
  rounds: 1,
  starts: 1,
  sizeMb: 1,
  shares: 4,
  sharesAtOnce: 30,
  kills: 1,
  minutes: 0.05,
  seconds: 0.2,
};

export interface BenchOptions extends Amounts {
  readonly cases: readonly CaseName[];
  readonly clients: readonly ClientName[];
  readonly isJson: boolean;
  /** Of the case `kill`: looks for planted faults instead, which it must report. */
  readonly isSelfCheck: boolean;
  readonly windows: number;
}

export const usage = `npm run bench [-- case … [--client NAME …] [--rounds N] [--size MB] [--kills N] [--windows N] [--minutes N] [--json]]
  cases    ${caseNames.join(' · ')}   (default: all of these) · ${longCaseNames.join(' · ')}
  clients  ${clientNames.join(' · ')}   (default: all; undici.request, the yardstick, always runs)
  --rounds times each client does each job, interleaved (default ${usual.rounds})
  --size   of the uploaded and downloaded file in MB (default ${usual.sizeMb})
  --kills  of the extension host in the case kill (default ${usual.kills}), in two windows (--windows)
  --self-check of the case kill: finds faults that are put in on purpose
  --seconds of each run of the case broker (default ${usual.seconds})
  --minutes of the case idle, signed in (default ${usual.minutes})
  --short  every case with as little work as possible, and one window: that they run, not figures
  --json   one JSON object a line instead of the table`;

/** Invalid arguments. The message gives the reason. */
export class UsageError extends Error {}

function oneOf<T extends string>(known: readonly T[], typed: string, what: string): T {
  const found = known.find((name) => name === typed);
  if (found === undefined) throw new UsageError(`there is no ${what} "${typed}"`);
  return found;
}

function parse(typed: readonly string[]) {
  try {
    return parseArgs({
      args: [...typed],
      allowPositionals: true,
      options: {
        client: { type: 'string', multiple: true },
        json: { type: 'boolean', default: false },
        kills: { type: 'string' },
        minutes: { type: 'string' },
        rounds: { type: 'string' },
        seconds: { type: 'string' },
        'self-check': { type: 'boolean', default: false },
        short: { type: 'boolean', default: false },
        size: { type: 'string' },
        windows: { type: 'string' },
        help: { type: 'boolean', short: 'h' },
      },
    });
  } catch (error) {
    throw new UsageError(error instanceof Error ? error.message : String(error));
  }
}

/** Parses the arguments after `npm run bench --`. `undefined` for help. @throws UsageError */
export function parseBenchOptions(typed: readonly string[]): BenchOptions | undefined {
  const { values, positionals } = parse(typed);
  if (values.help) return undefined;
  const number = (name: 'rounds' | 'seconds' | 'size' | 'kills' | 'minutes' | 'windows', otherwise: number): number => {
    const text = values[name] ?? String(otherwise);
    if (values[name] !== undefined && !/^[1-9]\d{0,5}$/.test(text))
      throw new UsageError(`--${name} needs a whole number above 0, not "${text}"`);
    return Number(text);
  };
  const amounts = values.short ? short : usual;
  const all = values.short ? shortCaseNames : [...caseNames, ...longCaseNames];
  const named = new Set(positionals.map((name) => oneOf(all, name, 'case')));
  const clients = new Set(values.client?.map((name) => oneOf(clientNames, name, 'client')));
  if (clients.size > 0) clients.add('undici.request');
  const unnamed = values.short ? shortCaseNames : caseNames;
  return {
    ...amounts,
    cases: named.size === 0 ? unnamed : all.filter((name) => named.has(name)),
    clients: clientNames.filter((name) => clients.size === 0 || clients.has(name)),
    isJson: values.json,
    isSelfCheck: values['self-check'],
    kills: number('kills', amounts.kills),
    minutes: number('minutes', amounts.minutes),
    rounds: number('rounds', amounts.rounds),
    seconds: number('seconds', amounts.seconds),
    starts: values.rounds === undefined ? amounts.starts : 4 * number('rounds', 1),
    sizeMb: number('size', amounts.sizeMb),
    windows: number('windows', 2),
  };
}
