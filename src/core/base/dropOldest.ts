/**
 * Removes the oldest entries of a map until the others are within a limit.
 * @param limit for the sum of the sizes; without `sizeOf` for the number of entries
 */
export function dropOldest<K, V>(map: Map<K, V>, limit: number, sizeOf: (value: V) => number = () => 1): void {
  let total = 0;
  for (const value of map.values()) total += sizeOf(value);
  for (const [key, value] of map) {
    if (total <= limit) return;
    map.delete(key);
    total -= sizeOf(value);
  }
}
