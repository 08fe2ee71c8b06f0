import { createHash } from 'node:crypto';
import { mkdir, rm, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { projectRoot } from '../harness/projectRoot.mjs';
import { runNpm } from '../harness/runNpm.mjs';
import { createTemporaryFolder } from '../harness/temporaryFolder.ts';
import { packageInto } from '../harness/temporaryVsix.ts';
import { zipEntries } from '../harness/zipEntries.ts';
import { bundledSbom } from './bundledSbom.ts';
import { isPreRelease, releaseNotes } from './changelog.ts';
import { type Checkout, releaseFolder, vsixOf } from './checkout.ts';

/** The files of a release, in one folder. */
interface ReleaseFiles {
  readonly archive: Buffer;
  readonly sha256: string;
  /** All of them, by name. */
  readonly names: readonly string[];
}

/** Packages a version. The same commit gives the same bytes. */
async function packageOf({ version, commitTimeS }: Checkout): Promise<Buffer> {
  const folder = createTemporaryFolder();
  try {
    return await packageInto(folder.path, { timeS: commitTimeS, isPreRelease: isPreRelease(version) });
  } finally {
    await folder.remove();
  }
}

/** The SBOM of npm, of the lock file alone: it names no registry. */
async function npmSbom() {
  const args = ['sbom', '--sbom-format', 'cyclonedx', '--package-lock-only'];
  return JSON.parse(await runNpm(args, projectRoot));
}

/** Makes the package, its digest, its SBOM and the notes of the release in their folder, which is emptied before. */
export async function makeReleaseFiles(checkout: Checkout): Promise<ReleaseFiles> {
  const { version, commitTimeS: timeS, changelog, repository } = checkout;
  const [archive, all] = await Promise.all([packageOf(checkout), npmSbom()]);
  const sha256 = createHash('sha256').update(archive).digest('hex');
  const entries = zipEntries(archive);
  const notices = entries.find(({ name }) => name === 'extension/dist/ThirdPartyNotices.txt')?.bytes.toString() ?? '';
  const fileName = path.basename(vsixOf(version));
  const files: Readonly<Record<string, string | Buffer>> = {
    [fileName]: archive,
    [`${fileName}.sha256`]: `${sha256}  ${fileName}\n`,
    [`roomside-${version}.cdx.json`]: `${JSON.stringify(bundledSbom(all, notices, { sha256, timeS }), undefined, 2)}\n`,
    'release-notes.md': releaseNotes(changelog, { version, repository, fileName, sha256 }),
  };
  await rm(releaseFolder, { recursive: true, force: true });
  await mkdir(releaseFolder, { recursive: true });
  for (const [name, content] of Object.entries(files)) await writeFile(path.join(releaseFolder, name), content);
  return { archive, sha256, names: Object.keys(files) };
}
