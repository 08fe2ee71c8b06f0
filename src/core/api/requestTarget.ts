/** What may be said of a request in errors and in the log: never its query, which can carry codes and names. */
export interface RequestTarget {
  /** Name and port. */
  readonly host: string;
  readonly path: string;
}

/** Takes an absolute URL apart without normalizing it. */
export function requestTarget(url: string): RequestTarget {
  const start = url.indexOf('://') + 3;
  const slash = url.indexOf('/', start);
  const end = url.search(/[?#]/);
  const stop = end === -1 ? url.length : end;
  if (slash === -1 || slash > stop) return { host: hostOfAuthority(url.slice(start, stop)), path: '/' };
  return { host: hostOfAuthority(url.slice(start, slash)), path: url.slice(slash, stop) };
}

function hostOfAuthority(authority: string): string {
  return authority.slice(authority.lastIndexOf('@') + 1);
}
