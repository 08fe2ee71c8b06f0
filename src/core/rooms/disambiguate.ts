/** Long enough to be told apart at a glance. */
const minLength = 6;

/**
 * Tells rooms apart that say the same: for each of them as much of the end of its id as the others of the same words do
 * not share. Those whose words are their own get nothing.
 * @param labels the words by the id of the room
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
