/** How many folders are cut off the names of a patch, as `git apply -p` has it. */
export type Strip = 0 | 1;

/**
 * The numbers of folders to try, the likelier first: 1 where every name begins with a prefix as git writes them, `a/` and
 * `b/` or those of `diff.mnemonicPrefix`; else 0 first. Git and the user decide; this only saves them a refusal.
 */
export function stripsOf(patch: string): readonly Strip[] {
  const headers = [...patch.matchAll(/^diff --git (.+?)\r?$/gm)].map(([, names = '']) => names);
  const isPrefixed =
    headers.length > 0
      ? headers.every((names) => /^"?[aciow12]\/.* "?[bciow12]\//.test(names))
      : [...patch.matchAll(/^--- (.+?)\r?\n\+\+\+ (.+?)\r?$/gm)].every(
          ([, before = '', after = '']) => isOneOf(before, 'aciow12') && isOneOf(after, 'bciow12'),
        );
  return isPrefixed ? [1] : [0, 1];
}

function isOneOf(name: string, prefixes: string): boolean {
  return name.startsWith('/dev/null') || new RegExp(`^"?[${prefixes}]/`).test(name);
}

/**
 * Whether git may merge the patch by the blobs that it names. Git would also take the name of a revision there, so a patch
 * could bring any file of the repository into another.
 */
export function namesBlobs(patch: string): boolean {
  const lines = [...patch.matchAll(/^index (.*?)\r?$/gm)].map(([, names = '']) => names);
  return lines.length > 0 && lines.every((names) => /^[0-9a-f]{4,64}\.\.[0-9a-f]{4,64}(?: \d+)?$/.test(names));
}
