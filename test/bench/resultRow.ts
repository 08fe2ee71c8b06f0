import type { Figures } from './job.ts';
import { median, medianOfKnown, pairedRatio } from './statistics.ts';

/** A client in one case: one object of the output of `--json`. Memory in MB of 2^20 bytes. */
export interface ResultRow {
  readonly case: string;
  readonly client: string;
  readonly medianMs: number;
  /** Median of the ratios of single rounds to the baseline of the case, in the same run. */
  readonly ratio: number;
  readonly cpuMs: number | undefined;
  readonly peakMb: number | undefined;
  readonly addedMb: number | undefined;
  readonly rounds: number;
  readonly min: number;
  readonly max: number;
}

/** The results of one case: for each client an entry a round, in the order of the rounds. */
export interface CaseSamples {
  readonly case: string;
  /** The client that all ratios refer to. */
  readonly yardstick: string;
  readonly samples: ReadonlyMap<string, readonly Figures[]>;
}

/** Reduces the rounds of one case to a row for each client. */
export function resultRows({ case: caseName, yardstick, samples }: CaseSamples): ResultRow[] {
  const baseline = (samples.get(yardstick) ?? []).map(({ wallMs }) => wallMs);
  return [...samples].map(([client, figures]) => {
    const wallMs = figures.map((figure) => figure.wallMs);
    return {
      case: caseName,
      client,
      medianMs: median(wallMs),
      ratio: pairedRatio(wallMs, baseline),
      cpuMs: medianOfKnown(figures.map((figure) => figure.cpuMs)),
      peakMb: medianOfKnown(figures.map((figure) => figure.peakMb)),
      addedMb: medianOfKnown(figures.map((figure) => figure.addedMb)),
      rounds: figures.length,
      min: Math.min(...wallMs),
      max: Math.max(...wallMs),
    };
  });
}

/** The row as one line of JSON: numbers with three decimals, null for what the platform does not report. */
export function rowAsJson(row: ResultRow): string {
  return JSON.stringify(row, (_, value: unknown) => {
    if (typeof value === 'number') return Math.round(value * 1000) / 1000;
    return value ?? null;
  });
}
