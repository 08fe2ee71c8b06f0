/** Long enough to be told apart at a glance. */
const shortest = 6;

/**
 * Tells rooms apart that say the same: for each of them as much of the end of its id as the others of the same words do
 * not share. Those whose words are their own get nothing.
 * @param said the words by the id of the room
 */
export function tellApart(said: ReadonlyMap<string, string>): ReadonlyMap<string, string> {
  const ends = new Map<string, string>();
  for (const twins of Map.groupBy(said.keys(), (id) => said.get(id)).values()) {
    if (twins.length < 2) continue;
    const length = lengthNeeded(twins);
    for (const id of twins) ends.set(id, id.slice(-length));
  }
  return ends;
}

function lengthNeeded(ids: readonly string[]): number {
  const longest = Math.max(...ids.map((id) => id.length));
  let length = shortest;
  while (length < longest && new Set(ids.map((id) => id.slice(-length))).size < ids.length) length += 1;
  return length;
}
