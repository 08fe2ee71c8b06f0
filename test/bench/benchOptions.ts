import { parseArgs } from 'node:util';
import { fewestRounds } from './statistics.ts';

export const caseNames = [
  'upload',
  'download',
  'rooms',
  'messages',
  'load',
  'signin',
  'scan',
  'share',
  'read',
  'startup',
] as const;
/** Takes an hour: run only when it is named. */
const onDemandNames = ['kill', 'idle'] as const;
export type CaseName = (typeof caseNames)[number] | (typeof onDemandNames)[number];
/** Those that are run against the bench's own server. */
export type ServiceCaseName = Exclude<
  CaseName,
  'load' | 'signin' | 'scan' | 'share' | 'read' | 'startup' | 'kill' | 'idle'
>;

export const clientNames = ['roomside', 'undici.request', 'fetch', 'node:http', 'curl'] as const;
export type ClientName = (typeof clientNames)[number];

export interface BenchOptions {
  readonly cases: readonly CaseName[];
  readonly clients: readonly ClientName[];
  readonly isJson: boolean;
  /** The number of kills in the case `kill`. */
  readonly kills: number;
  /** How long the windows of the case `idle` are left alone while signed in. */
  readonly minutes: number;
  readonly rounds: number;
  /** Size of the uploaded and downloaded file, in MB of 2^20 bytes. */
  readonly sizeMb: number;
  /** For the case `kill`. By default, half of the kills use one and half two. */
  readonly windows?: number;
}

export const usage = `npm run bench [-- case … [--client NAME …] [--rounds N] [--size MB] [--kills N] [--windows N] [--minutes N] [--json]]
  cases    ${caseNames.join(' · ')}   (default: all of these) · ${onDemandNames.join(' · ')}
  clients  ${clientNames.join(' · ')}   (default: all; undici.request, the yardstick, always runs)
  --rounds times each client does each case, interleaved (default ${fewestRounds})
  --size   of the uploaded and downloaded file in MB (default 100)
  --kills  of the extension host in the case kill (default 100)
  --windows of the case kill (default: one, and two for half of the kills)
  --minutes of the case idle, signed in (default 10)
  --json   one JSON object a line instead of the table`;

/** Invalid arguments. The message gives the reason. */
export class UsageError extends Error {}

function oneOf<T extends string>(known: readonly T[], typed: string, what: string): T {
  const found = known.find((name) => name === typed);
  if (found === undefined) throw new UsageError(`there is no ${what} "${typed}"`);
  return found;
}

function positiveInteger(typed: string, option: string): number {
  if (!/^[1-9]\d{0,5}$/.test(typed)) throw new UsageError(`${option} needs a whole number above 0, not "${typed}"`);
  return Number(typed);
}

function parse(typed: readonly string[]) {
  try {
    return parseArgs({
      args: [...typed],
      allowPositionals: true,
      options: {
        client: { type: 'string', multiple: true },
        json: { type: 'boolean' },
        kills: { type: 'string' },
        minutes: { type: 'string' },
        rounds: { type: 'string' },
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
  const chosenCases = new Set(positionals.map((name) => oneOf([...caseNames, ...onDemandNames], name, 'case')));
  const chosenClients = new Set(values.client?.map((name) => oneOf(clientNames, name, 'client')));
  if (chosenClients.size > 0) chosenClients.add('undici.request');
  return {
    cases:
      chosenCases.size === 0 ? caseNames : [...caseNames, ...onDemandNames].filter((name) => chosenCases.has(name)),
    clients: clientNames.filter((name) => chosenClients.size === 0 || chosenClients.has(name)),
    isJson: values.json ?? false,
    kills: positiveInteger(values.kills ?? '100', '--kills'),
    minutes: positiveInteger(values.minutes ?? '10', '--minutes'),
    rounds: positiveInteger(values.rounds ?? String(fewestRounds), '--rounds'),
    sizeMb: positiveInteger(values.size ?? '100', '--size'),
    ...(values.windows !== undefined && { windows: positiveInteger(values.windows, '--windows') }),
  };
}
