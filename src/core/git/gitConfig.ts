/** A value of git-config(1). */
export interface ConfigEntry {
  /** Section and name in lower case, between them the subsection as it is: `remote.origin.url`. */
  readonly key: string;
  readonly value: string;
}

export interface RemoteUrls {
  readonly name: string;
  /** What `git fetch` and `git push` use, after `insteadOf`, without duplicates. May contain credentials. */
  readonly urls: readonly string[];
}

/** The entries that `remotesIn` reads, for `git config --get-regexp`. */
export const remoteKeys = String.raw`^(remote\..*\.(push)?url|url\..*\.(push)?insteadof)$`;

/** Parses the output of `git config --null --get-regexp`. */
export function parseConfigOutput(output: string): readonly ConfigEntry[] {
  return output.split('\0').flatMap((entry) => {
    const end = entry.indexOf('\n');
    return end < 0 ? [] : [{ key: entry.slice(0, end), value: entry.slice(end + 1) }];
  });
}

/** Parses the values of one line that a configuration file has. Files that it includes are not read. */
export function parseConfigFile(text: string): readonly ConfigEntry[] {
  const entries: ConfigEntry[] = [];
  let section = '';
  for (const line of text.split(/\r?\n/)) {
    const [header = '', name, quoted] = /^\s*\[\s*([\w.-]+)\s*(?:"((?:\\.|[^"\\])*)")?\s*\]/.exec(line) ?? [];
    if (name !== undefined) {
      section = name.toLowerCase() + (quoted === undefined ? '' : `.${quoted.replace(/\\(.)/g, '$1')}`);
    }
    const [, key, value] = /^\s*([a-z][\w-]*)\s*=(.*)$/i.exec(line.slice(header.length)) ?? [];
    if (key !== undefined && value !== undefined) {
      entries.push({ key: `${section}.${key.toLowerCase()}`, value: plainValue(value) });
    }
  }
  return entries;
}

/** A value without the quotes, of which it may have some, and without the comment after it. */
function plainValue(text: string): string {
  let value = '';
  let isQuoted = false;
  for (const [part, escaped] of text.matchAll(/\\(.)|["#;]|[^\\"#;]+/g)) {
    if (part === '"') isQuoted = !isQuoted;
    else if (!isQuoted && /^[#;]/.test(part)) break;
    else value += escaped ?? part;
  }
  return value.trim();
}

/** The remotes of a configuration, with the addresses that git uses for them. */
export function remotesIn(entries: readonly ConfigEntry[]): readonly RemoteUrls[] {
  const fetchRules = rulesOf(entries, 'insteadof');
  const pushRules = rulesOf(entries, 'pushinsteadof');
  const remotes = new Map<string, { readonly fetch: string[]; readonly push: string[] }>();
  for (const { key, value } of entries) {
    const [, name, kind] = /^remote\.(.+)\.(url|pushurl)$/s.exec(key) ?? [];
    if (name === undefined) continue;
    const remote = remotes.get(name) ?? { fetch: [], push: [] };
    remotes.set(name, remote);
    (kind === 'url' ? remote.fetch : remote.push).push(value);
  }
  return [...remotes].map(([name, { fetch, push }]) => {
    const fetched = fetch.map((url) => rewritten(url, fetchRules) ?? url);
    // git-config(1): a rule for pushing does not apply to an address that is only for pushing.
    const pushed =
      push.length > 0
        ? push.map((url) => rewritten(url, fetchRules) ?? url)
        : fetch.flatMap((url) => rewritten(url, pushRules) ?? []);
    return { name, urls: [...new Set([...fetched, ...pushed])] };
  });
}

interface RewriteRule {
  readonly base: string;
  readonly insteadOf: string;
}

/** The longest beginning wins, of equal ones the first. */
function rulesOf(entries: readonly ConfigEntry[], kind: 'insteadof' | 'pushinsteadof'): readonly RewriteRule[] {
  const rules = entries.flatMap(({ key, value }) => {
    const [, base, name] = /^url\.(.*)\.(insteadof|pushinsteadof)$/s.exec(key) ?? [];
    return base === undefined || name !== kind ? [] : [{ base, insteadOf: value }];
  });
  return rules.toSorted((a, b) => b.insteadOf.length - a.insteadOf.length);
}

function rewritten(url: string, rules: readonly RewriteRule[]): string | undefined {
  const rule = rules.find(({ insteadOf }) => url.startsWith(insteadOf));
  return rule && rule.base + url.slice(rule.insteadOf.length);
}
