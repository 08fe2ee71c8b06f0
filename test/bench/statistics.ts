/** With fewer rounds, a result is not reported as a figure. */
export const fewestRounds = 5;
/** From this number of pairs on, a difference under ten per cent is significant. */
const fewestRoundsForSmallDifference = 15;

/** The median. Throws RangeError for an empty list. */
export function median(values: readonly number[]): number {
  const sorted = [...values].sort((a, b) => a - b);
  const upper = sorted[Math.floor(sorted.length / 2)];
  const lower = sorted[Math.ceil(sorted.length / 2) - 1];
  if (upper === undefined || lower === undefined) throw new RangeError('the median of nothing');
  return (lower + upper) / 2;
}

/** The smallest value that is not exceeded by this percentage of the values. Throws RangeError for an empty list. */
export function percentile(values: readonly number[], percent: number): number {
  const found = values.toSorted((a, b) => a - b)[Math.ceil((values.length * percent) / 100) - 1];
  if (found === undefined) throw new RangeError('the percentile of nothing');
  return found;
}

/** The median of the known values; `undefined` when there is none. */
export function medianOfKnown(values: readonly (number | undefined)[]): number | undefined {
  const known = values.filter((value) => value !== undefined);
  return known.length === 0 ? undefined : median(known);
}

/**
 * The median of the ratios of each round, so that a machine that slows down between rounds affects both sides equally. Both
 * lists contain one value per round, in order.
 */
export function pairedRatio(values: readonly number[], baseline: readonly number[]): number {
  if (values.length !== baseline.length) throw new RangeError('a ratio needs pairs');
  return median(values.map((value, round) => value / (baseline[round] ?? Number.NaN)));
}

/** Whether a ratio is too close to `bound` to differ from it with so few rounds. */
export function isUncertain(ratio: number, bound: number, rounds: number): boolean {
  return Math.abs(ratio / bound - 1) < 0.1 && rounds < fewestRoundsForSmallDifference;
}
