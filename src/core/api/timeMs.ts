/** Parses a time of the service to milliseconds since the epoch; 0 when it is not valid. */
export function timeMs(iso: string | undefined): number {
  const atMs = Date.parse(iso ?? '');
  return Number.isNaN(atMs) ? 0 : atMs;
}
