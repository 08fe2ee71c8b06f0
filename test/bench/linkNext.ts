/** The address of the next page by the one form the bench server writes; a baseline needs no more. */
export function linkNext(header: string | string[] | null | undefined): string | undefined {
  const text = Array.isArray(header) ? header.join(', ') : (header ?? '');
  return /<([^>]*)>; rel="next"/.exec(text)?.[1];
}
