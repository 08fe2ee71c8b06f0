/** One pull of moon or sun: how high it lifts the water, how fast it turns, and where it stood at time zero. */
export interface Constituent {
  readonly name: string;
  readonly amplitudeM: number;
  readonly degreesPerHour: number;
  readonly phaseDegrees: number;
}

export interface Turn {
  readonly kind: 'high' | 'low';
  readonly hour: number;
  readonly heightM: number;
}

const radians = (degrees: number) => (degrees * Math.PI) / 180;

/** Height over the mean level, in metres, so many hours after time zero. */
export function heightAt(hour: number, constituents: readonly Constituent[]): number {
  return constituents.reduce(
    (sum, c) => sum + c.amplitudeM * Math.cos(radians(c.degreesPerHour * hour - c.phaseDegrees)),
    0,
  );
}

/** High and low water between two hours, found where the slope changes its sign. */
export function turnsOfTide(from: number, to: number, constituents: readonly Constituent[]): Turn[] {
  const step = 0.1;
  const turns: Turn[] = [];
  let before = heightAt(from - step, constituents);
  let here = heightAt(from, constituents);
  for (let hour = from; hour < to; hour += step) {
    const after = heightAt(hour + step, constituents);
    if (here > before && here >= after) turns.push({ kind: 'high', hour, heightM: here });
    if (here < before && here <= after) turns.push({ kind: 'low', hour, heightM: here });
    [before, here] = [here, after];
  }
  return turns;
}
