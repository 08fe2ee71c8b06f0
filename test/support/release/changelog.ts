/** A version in the changelog, or what is not released yet. */
export interface ChangelogSection {
  /** `0.9.0`, or `Unreleased`. */
  readonly name: string;
  /** `2026-11-23`; absent for what is not released. */
  readonly date?: string;
  /** Markdown, without the heading of the section. */
  readonly text: string;
}

/** The sections of a changelog, newest first. */
export function changelogSections(changelog: string): readonly ChangelogSection[] {
  const withoutLinks = changelog.replace(/^\[[^\]]+\]: .*\n?/gm, '');
  return withoutLinks
    .split(/^## /m)
    .slice(1)
    .flatMap((section) => {
      const [, name, date, text = ''] = /^\[(.+?)\](?: - (\S+))?\n([\s\S]*)$/.exec(section) ?? [];
      return name === undefined ? [] : [{ name, text: text.trim(), ...(date !== undefined && { date }) }];
    });
}

/** What a release and its notes need to know of it. */
interface ReleasedPackage {
  readonly version: string;
  /** For example `https://github.com/roomside/roomside`. */
  readonly repository: string;
  readonly fileName: string;
  readonly sha256: string;
}

/** The notes of a release: its section, with links that work outside of the repository, and how to check its package. */
export function releaseNotes(changelog: string, { version, repository, fileName, sha256 }: ReleasedPackage): string {
  const text = changelogSections(changelog).find(({ name }) => name === version)?.text ?? '';
  const linked = text.replace(/\]\((?!https?:|#)([^)\s]+)\)/g, `](${repository}/blob/v${version}/$1)`);
  return `${linked}

### The package

\`${fileName}\` has the SHA-256 \`${sha256}\`. \`npm run release\` on the tag \`v${version}\` makes the same file, byte for byte.
`;
}

/**
 * Whether a version is for the pre-release channel of the marketplaces: odd minor numbers are, as VS Code recommends, because
 * it installs the highest version of a channel. 0.9 is the exception: it began before there were channels.
 */
export function isPreRelease(version: string): boolean {
  const [major, minor] = version.split('.').map(Number);
  return (minor ?? 0) % 2 === 1 && !(major === 0 && minor === 9);
}
