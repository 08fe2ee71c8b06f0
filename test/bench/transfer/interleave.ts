import type { Figures } from './job.ts';

/** The runs of one case by the name of the client. Each resolves with the figures of one run. */
export type Runners = ReadonlyMap<string, () => Promise<Figures>>;

/** For each client an entry a round, in the order of the rounds. */
export type Samples = ReadonlyMap<string, readonly Figures[]>;

/**
 * Runs every client once per round. Each round begins with another client, so that a machine that becomes slower or faster
 * affects all of them equally. Every list contains one entry per round. The first failing run ends it with an Error that
 * names the client.
 */
export async function interleave(runners: Runners, rounds: number, onRound: (round: number) => void): Promise<Samples> {
  const samples = new Map([...runners.keys()].map((client) => [client, [] as Figures[]]));
  const clients = [...runners];
  for (let round = 0; round < rounds; round++) {
    onRound(round);
    const first = round % clients.length;
    for (const [client, run] of [...clients.slice(first), ...clients.slice(0, first)]) {
      try {
        samples.get(client)?.push(await run());
      } catch (error) {
        throw new Error(`${client}: ${error instanceof Error ? error.message : String(error)}`, { cause: error });
      }
    }
  }
  return samples;
}
