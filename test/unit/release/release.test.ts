import assert from 'node:assert/strict';
import { bundledSbom, namedPackages, type Sbom } from '../../support/release/bundledSbom.ts';
import { changelogSections, isPreRelease, releaseNotes } from '../../support/release/changelog.ts';
import { type Checkout, problemsOf } from '../../support/release/checkout.ts';
import { publishEverywhere, refuseTokens, takeTokens } from '../../support/release/marketplaces.ts';

const changelog = `# Changelog

## [Unreleased]

## [1.2.0] - 2027-03-01

### Added

- One thing ([more](docs/sharing.md#secrets), [elsewhere](https://example.com/a)).

## [1.0.0] - 2027-01-01

- All of it.

[Unreleased]: https://github.com/roomside/roomside/compare/v1.2.0...HEAD
[1.2.0]: https://github.com/roomside/roomside/releases/tag/v1.2.0
`;

const ready: Checkout = {
  version: '1.2.0',
  lockVersion: '1.2.0',
  changelog,
  repository: 'https://github.com/roomside/roomside',
  changes: [],
  commit: 'a'.repeat(40),
  commitTimeS: 1_800_000_000,
  tags: [],
};

describe('a release', () => {
  it('can be made of a clean commit with its version everywhere, also of one that has its tag', () => {
    assert.deepEqual(problemsOf(ready), []);
    assert.deepEqual(problemsOf({ ...ready, taggedCommit: ready.commit, tags: ['v1.2.0'] }), []);
    assert.deepEqual(problemsOf({ ...ready, changelog: changelog.replace(' - 2027-03-01', '') }, true), []);
  });

  const wrong: readonly (readonly [what: string, Partial<Checkout>, RegExp])[] = [
    ['a changed file', { changes: [' M README.md'] }, /not committed: {2}M README\.md/],
    ['another version in the lock file', { lockVersion: '1.1.0' }, /package-lock\.json has version 1\.1\.0/],
    ['a version that no marketplace takes', { version: '1.2.0-beta.1', lockVersion: '1.2.0-beta.1' }, /only three/],
    ['a version without a section', { version: '1.3.0', lockVersion: '1.3.0' }, /newest section .* is 1\.2\.0, not/],
    ['a section without a date', { changelog: changelog.replace(' - 2027-03-01', '') }, /has no date/],
    ['an empty section', { changelog: changelog.replace(/### Added[\s\S]*?(?=## \[1\.0)/, '') }, /is empty/],
    ['changes that belong to no version', { changelog: changelog.replace('ed]\n', 'ed]\n\n- More.\n') }, /Unreleased/],
    ['a section without its link', { changelog: changelog.replace(/^\[1\.2\.0\]: .*$/m, '') }, /has no link/],
    ['a tag of another version', { tags: ['v1.2.1'] }, /has the tag v1\.2\.1, and package\.json the version 1\.2\.0/],
    ['a tag at another commit', { taggedCommit: 'b'.repeat(40) }, /at another commit \(bbbbbbbb\)/],
  ];
  for (const [what, change, problem] of wrong) {
    it(`refuses ${what}`, () => {
      const problems = problemsOf({ ...ready, ...change });
      const isNamed = problems.some((text) => problem.test(text));
      assert.ok(isNamed, problems.join('\n'));
    });
  }

  it('is for the pre-release channel when its minor number is odd, from 0.11 on', () => {
    const channels = ['0.9.0', '0.9.3', '0.10.0', '0.11.0', '1.0.4', '1.1.0', '1.9.0', '2.10.1'].map(isPreRelease);
    assert.deepEqual(channels, [false, false, false, true, false, true, true, false]);
  });
});

describe('the notes of a release', () => {
  it('are its section, with links to the files of its tag and the digest of its package', () => {
    const facts = { version: '1.2.0', repository: ready.repository, fileName: 'roomside-1.2.0.vsix', sha256: 'abc' };
    const notes = releaseNotes(changelog, facts);
    assert.match(
      notes,
      /^### Added\n\n- One thing \(\[more\]\(https:\/\/github\.com\/roomside\/roomside\/blob\/v1\.2\.0\/docs\/sharing\.md#secrets\)/,
    );
    assert.match(notes, /\[elsewhere\]\(https:\/\/example\.com\/a\)/);
    assert.match(notes, /`roomside-1\.2\.0\.vsix` has the SHA-256 `abc`/);
    assert.doesNotMatch(notes, /All of it|^\[/m);
  });

  it('are read from the section alone', () => {
    const sections = changelogSections(changelog).map(({ name, date }) => [name, date]);
    assert.deepEqual(sections, [
      ['Unreleased', undefined],
      ['1.2.0', '2027-03-01'],
      ['1.0.0', '2027-01-01'],
    ]);
  });
});

describe('publishing', () => {
  it('is no part of what installs, builds and tests, which refuse to see a token', () => {
    refuseTokens({ PATH: '/bin', OVSX_PAT: '' });
    assert.throws(() => refuseTokens({ VSCE_PAT: 'one' }), /^Error: Only npm run release:publish gets VSCE_PAT/);
  });

  it('takes the tokens out of the environment, and needs all of them', () => {
    const environment: NodeJS.ProcessEnv = { VSCE_PAT: 'one', OVSX_PAT: 'two', PATH: '/bin' };
    assert.deepEqual(takeTokens(environment), { VSCE_PAT: 'one', OVSX_PAT: 'two' });
    assert.deepEqual(environment, { PATH: '/bin' });
    assert.throws(() => takeTokens({ VSCE_PAT: 'one', OVSX_PAT: '' }), /^Error: OVSX_PAT must/);
  });

  it('gives each marketplace its own token only, never as an argument, and the channel of the version', async () => {
    const tokens = { VSCE_PAT: 'secret-one', OVSX_PAT: 'secret-two' };
    const runs: (readonly [readonly string[], object])[] = [];
    for (const version of ['1.2.0', '1.3.0']) {
      await publishEverywhere({ vsix: 'a.vsix', version, tokens }, async (_name, [, ...args], environment) => {
        runs.push([args, environment]);
      });
    }
    const commands = [
      ['publish', '--packagePath', 'a.vsix', '--skip-duplicate'],
      ['publish', 'a.vsix', '--skip-duplicate'],
    ] as const;
    const [visualStudio, openVsx] = [{ VSCE_PAT: 'secret-one' }, { OVSX_PAT: 'secret-two' }];
    assert.deepEqual(runs, [
      [commands[0], visualStudio],
      [commands[1], openVsx],
      [[...commands[0], '--pre-release'], visualStudio],
      [[...commands[1], '--pre-release'], openVsx],
    ]);
  });

  it('stops at the first marketplace that refuses', async () => {
    const names: string[] = [];
    const refusing = async (name: string) => {
      names.push(name);
      throw new Error('refused');
    };
    const tokens = { VSCE_PAT: 'one', OVSX_PAT: 'two' };
    await assert.rejects(publishEverywhere({ vsix: 'a.vsix', version: '1.2.0', tokens }, refusing), /refused/);
    assert.deepEqual(names, ['Visual Studio Marketplace']);
  });
});

describe('the SBOM of the package', () => {
  const line = '-'.repeat(80);
  const notices = `Roomside contains…\n\n${line}\n\nundici 8.0.0 (MIT)\nhttps://undici.dev\nIn: sandbox.mjs\n\nMIT License\n\nundici contains llhttp.\n\nMIT License\n\n${line}\n\n@scope/rule 1.1.0 (MIT)\nIn: share.cjs\n\nterms\n`;
  const component = (name: string, version: string, more = {}) => ({
    ...{ 'bom-ref': `${name}@${version}`, type: 'library', name, version, scope: 'optional' },
    ...{ properties: [{ name: 'cdx:npm:package:development', value: 'true' }], ...more },
  });
  const all: Sbom = {
    bomFormat: 'CycloneDX',
    serialNumber: 'urn:uuid:random',
    metadata: {
      timestamp: 'now',
      tools: [{ name: 'cli' }],
      component: component('roomside', '1.2.0', { name: 'folder' }),
    },
    components: [
      component('undici', '7.0.0'),
      component('undici', '8.0.0'),
      component('mocha', '12.0.0'),
      component('rule', '1.1.0', { group: '@scope' }),
    ],
    dependencies: [
      { ref: 'roomside@1.2.0', dependsOn: ['undici@8.0.0', 'mocha@12.0.0'] },
      { ref: 'undici@8.0.0' },
      { ref: 'mocha@12.0.0', dependsOn: ['undici@7.0.0'] },
    ],
  };

  it('has what is in the bundles, with what these packages contain, and nothing else', () => {
    assert.deepEqual(namedPackages(notices), [
      { name: 'undici', version: '8.0.0', contained: ['llhttp'] },
      { name: '@scope/rule', version: '1.1.0', contained: [] },
    ]);
    const { components, dependencies, metadata } = bundledSbom(all, notices, { sha256: 'ab', timeS: 1_800_000_000 });
    const kept = components.map(({ 'bom-ref': ref, scope, properties }) => [ref, scope, properties]);
    assert.deepEqual(kept, [
      ['undici@8.0.0', 'required', undefined],
      ['rule@1.1.0', 'required', undefined],
    ]);
    assert.deepEqual(components[0]?.components, [{ type: 'library', 'bom-ref': 'undici#llhttp', name: 'llhttp' }]);
    assert.deepEqual(dependencies, [
      { ref: 'roomside@1.2.0', dependsOn: ['undici@8.0.0'] },
      { ref: 'undici@8.0.0', dependsOn: [] },
    ]);
    assert.equal(metadata.timestamp, '2027-01-15T08:00:00.000Z');
    assert.equal(metadata.component.name, 'roomside', 'whatever the folder is called');
    assert.deepEqual(metadata.component.hashes, [{ alg: 'SHA-256', content: 'ab' }]);
  });

  it('is the same for the same package', () => {
    const facts = { sha256: 'ab', timeS: 1 };
    const again = bundledSbom({ ...all, serialNumber: 'urn:uuid:other' }, notices, facts);
    assert.deepEqual(again, bundledSbom(all, notices, facts));
  });

  it('cannot be made when npm does not know a bundled package', () => {
    const known = { ...all, components: [] };
    assert.throws(() => bundledSbom(known, notices, { sha256: 'ab', timeS: 1 }), /does not have undici 8\.0\.0/);
  });
});
