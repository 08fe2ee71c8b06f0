/** The URL of the next page in the single form that the bench server writes. */
export function linkNext(header: string | string[] | null | undefined): string | undefined {
  const text = Array.isArray(header) ? header.join(', ') : (header ?? '');
  return /<([^>]*)>; rel="next"/.exec(text)?.[1];
}
