import { execFile } from 'node:child_process';
import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { promisify } from 'node:util';
import { projectRoot } from '../harness/projectRoot.mjs';
import { changelogSections } from './changelog.ts';

/** Of the files of a release. */
export const releaseFolder: string = path.join(projectRoot, 'out', 'release');

/** The file of the package of a version. */
export function vsixOf(version: string): string {
  return path.join(releaseFolder, `roomside-${version}.vsix`);
}

/** What a release is made of. */
export interface Checkout {
  /** Of the manifest. */
  readonly version: string;
  /** Of the lock file. */
  readonly lockVersion: string;
  readonly changelog: string;
  /** For example `https://github.com/roomside/roomside`. */
  readonly repository: string;
  /** Changed and untracked files, as git lists them. */
  readonly changes: readonly string[];
  readonly commit: string;
  /** When it was committed, in whole seconds since the epoch. */
  readonly commitTimeS: number;
  /** The commit with the tag of this version, if there is one. */
  readonly taggedCommit?: string;
  /** Tags of versions at this commit. */
  readonly tags: readonly string[];
}

/** Runs git in the checkout. @returns its output, without the last line break */
export async function git(...args: readonly string[]): Promise<string> {
  const { stdout } = await promisify(execFile)('git', args, { cwd: projectRoot });
  return stdout.trimEnd();
}

const linesOf = (text: string): readonly string[] => (text === '' ? [] : text.split('\n'));

async function commitOfTag(tag: string): Promise<string | undefined> {
  const refs = await git('for-each-ref', '--format=%(objectname) %(*objectname)', `refs/tags/${tag}`);
  // An annotated tag has the commit behind it.
  return refs === '' ? undefined : refs.trim().split(' ').at(-1);
}

export async function readCheckout(): Promise<Checkout> {
  const read = (file: string): Promise<string> => readFile(path.join(projectRoot, file), 'utf8');
  const manifest = JSON.parse(await read('package.json'));
  const lock = JSON.parse(await read('package-lock.json'));
  const [changes, head, taggedCommit, tags] = await Promise.all([
    git('status', '--porcelain'),
    git('log', '-1', '--format=%H %ct'),
    commitOfTag(`v${manifest.version}`),
    git('tag', '--points-at', 'HEAD', '--list', 'v*'),
  ]);
  const [commit = '', timeS] = head.split(' ');
  return {
    version: manifest.version,
    lockVersion: lock.version,
    changelog: await read('CHANGELOG.md'),
    repository: manifest.repository.url.replace(/\.git$/, ''),
    changes: linesOf(changes),
    tags: linesOf(tags),
    commit,
    commitTimeS: Number(timeS),
    ...(taggedCommit !== undefined && { taggedCommit }),
  };
}

/**
 * Why this checkout cannot be released, one sentence each.
 * @param isDryRun the date of the version may still be missing: it is set with the tag
 */
export function problemsOf(checkout: Checkout, isDryRun = false): readonly string[] {
  const { version, lockVersion, changelog, changes, commit, taggedCommit, tags } = checkout;
  const [unreleased, newest] = changelogSections(changelog);
  const isCurrent = newest?.name === version;
  const problems: readonly (readonly [isProblem: boolean, text: string])[] = [
    [changes.length > 0, `The checkout has changes that are not committed: ${changes.join(', ')}`],
    [!/^\d+\.\d+\.\d+$/.test(version), `The marketplaces take no version like ${version}, only three numbers.`],
    [
      lockVersion !== version,
      `package-lock.json has version ${lockVersion}, and package.json ${version}: set both with npm version.`,
    ],
    [!isCurrent, `The newest section of CHANGELOG.md is ${newest?.name ?? 'missing'}, not ${version}.`],
    [isCurrent && newest.date === undefined && !isDryRun, `The section ${version} of CHANGELOG.md has no date.`],
    [isCurrent && newest.text === '', `The section ${version} of CHANGELOG.md is empty.`],
    [
      unreleased?.name !== 'Unreleased' || unreleased.text !== '',
      `CHANGELOG.md must begin with an empty section Unreleased: what it has belongs to ${version}, or to the next version.`,
    ],
    [!changelog.includes(`\n[${version}]: `), `CHANGELOG.md has no link for ${version} at its end.`],
    [
      taggedCommit !== undefined && taggedCommit !== commit,
      `The tag v${version} is at another commit (${taggedCommit?.slice(0, 8)}): a version is released once.`,
    ],
    [
      tags.length > 0 && !tags.includes(`v${version}`),
      `This commit has the tag ${tags.join(', ')}, and package.json the version ${version}.`,
    ],
  ];
  return problems.flatMap(([isProblem, text]) => (isProblem ? [text] : []));
}
