/** Requests seen since start, by `METHOD path-pattern`. */
export interface RequestCounts {
  add(method: string, pattern: string): void;
  all(): Readonly<Record<string, number>>;
}

export function createRequestCounts(): RequestCounts {
  const counts = new Map<string, number>();
  return {
    add(method, pattern) {
      const key = `${method} ${pattern}`;
      counts.set(key, (counts.get(key) ?? 0) + 1);
    },
    all: () => Object.fromEntries(counts),
  };
}
