/** A time as the interface writes it: ISO 8601 with milliseconds, UTC [A14]. */
export function timestamp(ms: number): string {
  return new Date(ms).toISOString();
}
