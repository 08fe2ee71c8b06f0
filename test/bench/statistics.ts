/** Fewer rounds than these are a glimpse, not a figure. */
export const fewestRounds = 5;
/** A difference under ten per cent is believed from this many pairs on. */
export const fewestRoundsForSmallDifference = 15;

/** The middle value, or the mean of the two in the middle. Throws RangeError on nothing at all. */
export function median(values: readonly number[]): number {
  const sorted = [...values].sort((a, b) => a - b);
  const upper = sorted[Math.floor(sorted.length / 2)];
  const lower = sorted[Math.ceil(sorted.length / 2) - 1];
  if (upper === undefined || lower === undefined) throw new RangeError('the median of nothing');
  return (lower + upper) / 2;
}

/** The least value that so many per cent of the values do not exceed. Throws RangeError on nothing at all. */
export function percentile(values: readonly number[], percent: number): number {
  const found = values.toSorted((a, b) => a - b)[Math.ceil((values.length * percent) / 100) - 1];
  if (found === undefined) throw new RangeError('the percentile of nothing');
  return found;
}

/** The median of those that are known; `undefined` when none is. */
export function medianOfKnown(values: readonly (number | undefined)[]): number | undefined {
  const known = values.filter((value) => value !== undefined);
  return known.length === 0 ? undefined : median(known);
}

/**
 * The median of the ratios round by round, so that a machine that slows down from one round to the next weighs on both
 * sides of every ratio alike. Both lists hold one value a round, in the order of the rounds.
 */
export function pairedRatio(values: readonly number[], baseline: readonly number[]): number {
  if (values.length !== baseline.length) throw new RangeError('a ratio needs pairs');
  return median(values.map((value, round) => value / (baseline[round] ?? Number.NaN)));
}

/** Whether a ratio is too close to `bound` to differ from it with so few rounds. */
export function isUncertain(ratio: number, bound: number, rounds: number): boolean {
  return Math.abs(ratio / bound - 1) < 0.1 && rounds < fewestRoundsForSmallDifference;
}
