import { parseArgs } from 'node:util';
import { fewestRounds } from './statistics.ts';

export const clientNames = ['roomside', 'undici.request', 'node:http', 'curl'] as const;
export type ClientName = (typeof clientNames)[number];

const transferNames = ['upload', 'download', 'rooms', 'messages'] as const;
/** Cases that take an hour run only when they are named. */
export const caseNames = [...transferNames, 'share', 'marks', 'render', 'broker', 'startup', 'command'] as const;
const longCaseNames = ['kill', 'idle'] as const;
/** The short form has one case for all that need a window. */
export const shortCaseNames = [...caseNames.slice(0, -2), 'window'] as const;
export type CaseName = (typeof caseNames | typeof longCaseNames | typeof shortCaseNames)[number];

/** How much each case does. */
export interface Amounts {
  /** How often each client does each job, and each share is made up to its confirmation. */
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
  /** Of the case `kill`. */
  readonly windows: number;
  /** Of sign-ins, and of refreshes, in each setup of brokers. */
  readonly seconds: number;
  /** How long windows are left alone while signed in. */
  readonly minutes: number;
}

const usual: Amounts = {
  ...{ rounds: fewestRounds, starts: 20, sizeMb: 100, shares: 200, sharesAtOnce: 100 },
  ...{ kills: 100, windows: 2, seconds: 10, minutes: 10 },
};
/** Shows that each case still runs. Its figures mean nothing. */
const short: Amounts = {
  ...{ rounds: 1, starts: 1, sizeMb: 1, shares: 4, sharesAtOnce: 30 },
  ...{ kills: 1, windows: 2, seconds: 0.2, minutes: 0.05 },
};

export interface BenchOptions extends Amounts {
  readonly cases: readonly CaseName[];
  readonly clients: readonly ClientName[];
  readonly isJson: boolean;
  /** Of the case `kill`: looks for planted faults instead, which it must report. */
  readonly isSelfCheck: boolean;
}

export const usage = `npm run bench [-- case … [option …]]
  cases    ${caseNames.join(' · ')}   (default: all of these) · ${longCaseNames.join(' · ')}
  --client ${clientNames.join(' · ')}; several times for several   (default: all; undici.request, the yardstick, always runs)
  --rounds times each client does each job, interleaved (default ${usual.rounds})
  --size   of the uploaded and downloaded file in MB (default ${usual.sizeMb})
  --kills  of the extension host in the case kill (default ${usual.kills}), in --windows (default ${usual.windows})
  --self-check of the case kill: finds faults that are put in on purpose
  --seconds of each run of the case broker (default ${usual.seconds})
  --minutes of the case idle, signed in (default ${usual.minutes})
  --short  every case with as little work as possible, and one window: that they run, not figures
  --json   one JSON object a line instead of the table`;

function oneOf<T extends string>(known: readonly T[], typed: string): T {
  const found = known.find((name) => name === typed);
  if (found === undefined) throw new Error(`"${typed}" is none of ${known.join(', ')}`);
  return found;
}

/** Parses the arguments after `npm run bench --`. `undefined` for help. @throws Error for invalid arguments */
export function parseBenchOptions(typed: readonly string[]): BenchOptions | undefined {
  const number = { type: 'string' } as const;
  const flag = { type: 'boolean', default: false } as const;
  const { values, positionals } = parseArgs({
    args: [...typed],
    allowPositionals: true,
    options: {
      client: { type: 'string', multiple: true, default: [] },
      ...{ rounds: number, size: number, kills: number, windows: number, seconds: number, minutes: number },
      ...{ json: flag, 'self-check': flag, short: flag },
      help: { type: 'boolean', short: 'h' },
    },
  });
  if (values.help) return undefined;
  const { rounds, size: sizeMb, kills, windows, seconds, minutes } = values;
  const given = { rounds, starts: rounds && String(4 * Number(rounds)), sizeMb, kills, windows, seconds, minutes };
  const amounts = Object.entries(given).flatMap(([name, text]) => {
    if (text !== undefined && !/^[1-9]\d{0,5}$/.test(text)) throw new Error(`"${text}" is no whole number above 0`);
    return text === undefined ? [] : [[name, Number(text)] as const];
  });
  const all = values.short ? shortCaseNames : [...caseNames, ...longCaseNames];
  const named = positionals.map((name) => oneOf(all, name));
  const unnamed = values.short ? shortCaseNames : caseNames;
  const clients = values.client.map((name) => oneOf(clientNames, name));
  return {
    ...(values.short ? short : usual),
    ...Object.fromEntries(amounts),
    cases: named.length === 0 ? unnamed : all.filter((name) => named.includes(name)),
    clients: clientNames.filter((name) => clients.length === 0 || [...clients, 'undici.request'].includes(name)),
    isJson: values.json,
    isSelfCheck: values['self-check'],
  };
}
