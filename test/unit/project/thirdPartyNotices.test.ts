import assert from 'node:assert/strict';
import { mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { build, type Metafile, stop } from 'esbuild';
import { thirdPartyNotices } from '../../../build/thirdPartyNotices.mjs';
import { entriesFor } from '../../../esbuild.mjs';
import { createTemporaryFolder } from '../../support/harness/temporaryFolder.ts';
import { projectRoot, projectText } from './projectFiles.ts';

const installed = path.join(projectRoot, 'node_modules');

const packageFolder = /^(?:[^/]+\/)*?node_modules\/((?:.*\/node_modules\/)?(?:@[^/]+\/)?[^/]+)\//;

/** Folders of the packages in the bundles, below node_modules, read from the paths of their files. */
function packagesIn(metafiles: readonly Metafile[]): readonly string[] {
  const files = metafiles.flatMap(({ outputs }) => Object.values(outputs).flatMap(({ inputs }) => Object.keys(inputs)));
  const folders = files.flatMap((file) => packageFolder.exec(file)?.[1] ?? []);
  return [...new Set(folders)];
}

describe('the notices of third parties', function () {
  this.timeout(60_000);
  let metafiles: readonly Metafile[];
  let notices: string;

  before(async () => {
    const builds = entriesFor(true).map((entry) => build({ ...entry, write: false }));
    metafiles = (await Promise.all(builds)).map(({ metafile }) => metafile ?? assert.fail());
    notices = thirdPartyNotices(metafiles, projectRoot);
  });
  after(() => stop());

  it('name every bundled package with its version and its licence, and no other package', () => {
    const packages = packagesIn(metafiles);
    assert.ok(packages.length >= 14, `${packages.length} packages`);
    const headings = packages.map((folder) => {
      const { name, version, license } = JSON.parse(readFileSync(path.join(installed, folder, 'package.json'), 'utf8'));
      return `${name} ${version} (${license})`;
    });
    const named = [...notices.matchAll(/^-{80}\n\n(.+ \(.+\))$/gm)].map(([, heading]) => heading);
    assert.deepEqual(named.sort(), headings.sort());
  });

  it('contain the text of every licence of a bundled package', () => {
    for (const name of packagesIn(metafiles)) {
      const folder = path.join(installed, name);
      const files = readdirSync(folder).filter((file) => /^(?:licen[cs]e|copying|notice)/i.test(file));
      for (const file of files) {
        const text = readFileSync(path.join(folder, file), 'utf8').replaceAll('\r\n', '\n').trim();
        assert.ok(text.length > 200 && notices.includes(text), `${name}/${file}`);
      }
    }
  });

  it('contain the licences of code that a bundled package has copied', () => {
    for (const copyright of ['Fedor Indutny', 'NearForm', 'Sindre Sorhus', 'jQuery Foundation', 'Joyent']) {
      assert.ok(notices.includes(copyright), copyright);
    }
  });

  it('are in the package and in the image', () => {
    assert.match(projectText('.vscodeignore'), /^!dist\/ThirdPartyNotices\.txt$/m);
    const dockerfile = projectText('docker/broker.Dockerfile');
    assert.match(dockerfile, /^COPY --from=build .*\/build\/dist\/ThirdPartyNotices\.txt /m);
  });
});

describe('a bundled package whose licence is not known', () => {
  const folder = createTemporaryFolder();
  const file = 'node_modules/some-package/index.js';
  const metafile = { inputs: {}, outputs: { 'dist/a.cjs': { inputs: { [file]: {} } } } } as unknown as Metafile;
  const write = (name: string, content: string): void =>
    writeFileSync(path.join(folder.path, 'node_modules', 'some-package', name), content);

  before(() => {
    mkdirSync(path.join(folder.path, 'node_modules', 'some-package'), { recursive: true });
    write('package.json', '{ "version": "1.0.0", "license": "MIT" }');
  });
  after(() => folder.remove());

  it('stops the build with its name', () => {
    assert.throws(() => thirdPartyNotices([metafile], folder.path), /^Error: some-package is bundled, and its licence/);
  });

  it('stops the build when it is inside another package', () => {
    write('LICENSE', 'Terms of some-package');
    assert.match(thirdPartyNotices([metafile], folder.path), /Terms of some-package/);
    write('index.js.map', '{ "sources": ["../../node_modules/.pnpm/x/node_modules/@inner/package/index.js"] }');
    assert.throws(() => thirdPartyNotices([metafile], folder.path), /^Error: @inner\/package is bundled/);
  });
});
