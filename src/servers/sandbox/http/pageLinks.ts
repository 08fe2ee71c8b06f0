/** Absolute URLs of the other pages of a list; absent where there is no such page. */
export interface PageLinks {
  readonly first: string;
  readonly next: string | undefined;
  readonly prev: string | undefined;
}

/** The parameters a page URL adds to the original query [A30]. */
export interface PageParameters {
  readonly max: number;
  readonly before?: string | undefined;
  readonly after?: string | undefined;
}

/** The URL of another page: the original query is repeated, `max`, `before` and `after` are added. */
export function pageUrl(requestUrl: string, parameters: PageParameters): string {
  const url = new URL(requestUrl);
  for (const name of ['max', 'before', 'after']) url.searchParams.delete(name);
  const query = url.searchParams.toString();
  const page = [
    `max=${parameters.max}`,
    // The service writes the parameter it does not use without a value.
    parameters.before === undefined ? 'before' : `before=${encodeURIComponent(parameters.before)}`,
    parameters.after === undefined ? 'after' : `after=${encodeURIComponent(parameters.after)}`,
  ];
  return `${url.origin}${url.pathname}?${[...(query === '' ? [] : [query]), ...page].join('&')}`;
}
