/** The labels of a value, by name. Their values come from fixed lists: each combination stays in memory. */
export type Labels = Readonly<Record<string, string | number>>;

/** Values with one name, as lines of the Prometheus text format, version 0.0.4. */
export interface Metric {
  lines(): readonly string[];
}

/** Counts since the start of the process. */
export class Counter implements Metric {
  readonly #head: readonly string[];
  readonly #name: string;
  readonly #values = new Map<string, number>();

  constructor(name: string, help: string) {
    this.#name = name;
    this.#head = headOf(name, 'counter', help);
  }

  /** @param amount 0 shows a value from the start: Prometheus does not notice the first one of a series as an increase */
  add(labels: Labels = {}, amount = 1): void {
    const key = labelsOf(labels);
    this.#values.set(key, (this.#values.get(key) ?? 0) + amount);
  }

  lines(): readonly string[] {
    return [...this.#head, ...[...this.#values].map(([labels, value]) => `${this.#name}${labels} ${value}`)];
  }
}

/** Seconds, counted by how many were at most as long as each bound. */
export class Histogram implements Metric {
  readonly #head: readonly string[];
  readonly #name: string;
  readonly #bounds: readonly number[];
  readonly #series = new Map<
    string,
    { readonly labels: Labels; readonly counts: number[]; sum: number; count: number }
  >();

  /** @param bounds in seconds, ascending */
  constructor(name: string, help: string, bounds: readonly number[]) {
    this.#name = name;
    this.#head = headOf(name, 'histogram', help);
    this.#bounds = bounds;
  }

  observe(seconds: number, labels: Labels = {}): void {
    const key = labelsOf(labels);
    const series = this.#series.get(key) ?? { labels, counts: this.#bounds.map(() => 0), sum: 0, count: 0 };
    this.#series.set(key, series);
    for (const [at, bound] of this.#bounds.entries())
      if (seconds <= bound) series.counts[at] = (series.counts[at] ?? 0) + 1;
    series.sum += seconds;
    series.count += 1;
  }

  lines(): readonly string[] {
    const lines = [...this.#series.values()].flatMap(({ labels, counts, sum, count }) => {
      const buckets = [...this.#bounds.map(String), '+Inf'].map(
        (le, at) => `${this.#name}_bucket${labelsOf({ ...labels, le })} ${counts[at] ?? count}`,
      );
      const text = labelsOf(labels);
      return [...buckets, `${this.#name}_sum${text} ${sum}`, `${this.#name}_count${text} ${count}`];
    });
    return [...this.#head, ...lines];
  }
}

/** Values that are read when they are asked for, one for each combination of labels. */
export function sampled(
  name: string,
  type: 'counter' | 'gauge',
  help: string,
  values: readonly (readonly [Labels, number])[],
): Metric {
  const lines = [
    ...headOf(name, type, help),
    ...values.map(([labels, value]) => `${name}${labelsOf(labels)} ${value}`),
  ];
  return { lines: () => lines };
}

function headOf(name: string, type: string, help: string): readonly string[] {
  return [`# HELP ${name} ${help}`, `# TYPE ${name} ${type}`];
}

function labelsOf(labels: Labels): string {
  const pairs = Object.entries(labels).map(([name, value]) => `${name}="${escaped(String(value))}"`);
  return pairs.length === 0 ? '' : `{${pairs.join(',')}}`;
}

function escaped(value: string): string {
  return value.replaceAll('\\', '\\\\').replaceAll('"', '\\"').replaceAll('\n', '\\n');
}
