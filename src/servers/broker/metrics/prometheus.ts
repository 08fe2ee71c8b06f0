/** The labels of a value, by name. Their values come from fixed lists, without quotes: each combination stays in memory. */
type Labels = Readonly<Record<string, string | number>>;

/** Values with one name since the start of the process, as lines of the Prometheus text format, version 0.0.4. */
export class Metric {
  readonly #name: string;
  readonly #head: readonly string[];
  /** By the end of the name, and the labels. */
  readonly #values = new Map<string, number>();

  constructor(type: 'counter' | 'gauge' | 'histogram', name: string, help: string) {
    this.#name = name;
    this.#head = [`# HELP ${name} ${help}`, `# TYPE ${name} ${type}`];
  }

  /** @param amount 0 shows a value from the start: Prometheus does not notice the first one of a series as an increase */
  add(labels: Labels = {}, amount = 1, nameEnd = ''): this {
    const key = nameEnd + labelsOf(labels);
    this.#values.set(key, (this.#values.get(key) ?? 0) + amount);
    return this;
  }

  /**
   * Counts a time by how many were at most as long as each bound, for a histogram.
   * @param bounds in seconds, ascending
   */
  observe(seconds: number, bounds: readonly number[], labels: Labels): void {
    for (const bound of bounds) this.add({ ...labels, le: bound }, seconds <= bound ? 1 : 0, '_bucket');
    this.add({ ...labels, le: '+Inf' }, 1, '_bucket')
      .add(labels, seconds, '_sum')
      .add(labels, 1, '_count');
  }

  lines(): readonly string[] {
    return [...this.#head, ...[...this.#values].map(([key, value]) => `${this.#name}${key} ${value}`)];
  }
}

function labelsOf(labels: Labels): string {
  const pairs = Object.entries(labels).map(([name, value]) => `${name}="${value}"`);
  return pairs.length === 0 ? '' : `{${pairs.join(',')}}`;
}
