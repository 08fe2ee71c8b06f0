/** The part of a URL that may appear in errors and in the log: no query, which can contain codes and names. */
export interface RequestTarget {
  /** Host name and port. */
  readonly host: string;
  readonly path: string;
}

/** Splits an absolute URL without normalizing it. */
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
