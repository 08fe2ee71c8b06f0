/** Long enough to be distinguished at a glance. */
const minLength = 6;

/**
 * Distinguishes rooms with the same label by the shortest unique suffix of their ids. Rooms with a unique label get
 * none.
 * @param labels labels by room id
 */
export function disambiguate(labels: ReadonlyMap<string, string>): ReadonlyMap<string, string> {
  const suffixes = new Map<string, string>();
  for (const sameLabelIds of Map.groupBy(labels.keys(), (id) => labels.get(id)).values()) {
    if (sameLabelIds.length < 2) continue;
    const length = uniqueSuffixLength(sameLabelIds);
    for (const id of sameLabelIds) suffixes.set(id, id.slice(-length));
  }
  return suffixes;
}

function uniqueSuffixLength(ids: readonly string[]): number {
  const longest = Math.max(...ids.map((id) => id.length));
  let length = minLength;
  while (length < longest && new Set(ids.map((id) => id.slice(-length))).size < ids.length) length += 1;
  return length;
}
