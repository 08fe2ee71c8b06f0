import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import path from 'node:path';
import { promisify } from 'node:util';
import { stop } from 'esbuild';
import { scriptOf } from '../../support/harness/scriptOf.ts';
import { secretForms } from '../../support/harness/secretForms.ts';
import { createTemporaryFolder } from '../../support/harness/temporaryFolder.ts';
import { packageInto } from '../../support/harness/temporaryVsix.ts';
import { type ZipEntry, zipEntries } from '../../support/harness/zipEntries.ts';
import { packageProblems } from '../../support/release/checkPackage.ts';

/** Environment variables of the machine that builds the package. */
const secretVariables = ['BROKER_CLIENT_SECRET', 'BROKER_SEAL_KEYS', 'VSCE_PAT', 'OVSX_PAT', 'NPM_TOKEN', 'REDIS_URL'];

const looksSecret = {
  'a private key': /-----BEGIN [A-Z ]*PRIVATE KEY-----/,
  'a seal key': /\bk?\w{0,8}:[\w-]{43}(?![\w-])/,
  'a signed or sealed token': /\beyJ[\w-]{10,}\.[\w-]*\.[\w-]+/,
  'a token of a forge or chat':
    /\b(?:gh[pousr]_\w{20,}|github_pat_\w{20,}|glpat-[\w-]{20,}|xox[abprs]-[\w-]{10,}|npm_\w{30,})/,
  'a cloud key': /\bAKIA[0-9A-Z]{16}\b|\bAIza[\w-]{35}\b/,
  'a bearer token': /Bearer [\w.~+/-]{20,}/,
  'a named secret':
    /(?<!\d)(?:client_?secret|api_?key|password|access_?token|refresh_?token)["']?\s*[:=]\s*["'][^"'\s${}]{8,}["']/i,
  'a user name in an address': /https?:\/\/[^\s/@"'`${}<>]+:[^\s/@"'`${}<>]+@/,
  // Words with hyphens are none: the parser of HTML names its errors so. Nor are the names of schemas of a protocol.
  '256 bit in a literal': /(["'`])(?![a-z]+(?:-[a-z]+)+\1|[A-Za-z]+Schema\1)(?:[0-9a-f]{64}|[\w-]{43}|[\w+/]{43}=)\1/,
} as const;

/** An example from the manual of a cloud provider, which the rules of the secret scan recognize. */
const publishedSamples = ['AKIAIOSFODNN7EXAMPLE'];

describe('the packaged extension', function () {
  this.timeout(120_000);
  const planted = new Map(secretVariables.map((name) => [name, randomBytes(32).toString('base64url')]));
  let archive: Buffer;
  /** As vsce lists them. */
  let listed: readonly string[];
  let entries: readonly ZipEntry[];
  const textOf = (name: string): string =>
    (entries.find((entry) => entry.name === name) ?? assert.fail(name)).bytes.toString();

  before(async () => {
    const before = { ...process.env };
    const folder = createTemporaryFolder();
    try {
      for (const [name, value] of planted) process.env[name] = value;
      archive = await packageInto(folder.path);
      entries = zipEntries(archive);
      const vsce = [scriptOf('@vscode/vsce', 'vsce'), 'ls', '--no-dependencies'];
      const { stdout } = await promisify(execFile)(process.execPath, vsce, {
        cwd: path.join(folder.path, 'extension'),
      });
      listed = stdout.trim().split(/\r?\n/);
    } finally {
      for (const name of planted.keys()) {
        if (before[name] === undefined) delete process.env[name];
        else process.env[name] = before[name];
      }
      await folder.remove();
    }
  });
  after(() => stop());

  it('has the files that vsce lists, and what it adds for the marketplace', () => {
    const added = ['[Content_Types].xml', 'extension.vsixmanifest'];
    const names = entries.map(({ name }) => name.replace(/^extension\//, '').toLowerCase());
    // It gives these the names that a marketplace looks for.
    const renamed: Readonly<Record<string, string>> = { license: 'license.txt' };
    const expected = listed.map((name) => renamed[name.toLowerCase()] ?? name.toLowerCase());
    assert.deepEqual(names.sort(), [...expected, ...added.map((name) => name.toLowerCase())].sort());
  });

  it('has the programs and the documents that they open', () => {
    const documents = [
      'docs/README.md',
      'docs/questions.md',
      'docs/threat-model.md',
      'docs/decisions/0040-releases.md',
      'SECURITY.md',
    ];
    for (const name of ['package.json', 'dist/extension.cjs', 'dist/sandbox.mjs', ...documents])
      assert.ok(textOf(`extension/${name}`).length > 100, name);
  });

  it('is the same, byte for byte, when it is made again by another account in another place', async () => {
    const folder = createTemporaryFolder('roomside-another-name-');
    const settings = { TZ: process.env.TZ, LANG: process.env.LANG };
    const umask = process.umask(0o077);
    try {
      Object.assign(process.env, { TZ: 'Pacific/Kiritimati', LANG: 'cs_CZ.UTF-8' });
      const again = await packageInto(folder.path);
      const before = new Map(entries.map(({ name, bytes }) => [name, bytes]));
      const changed = zipEntries(again).filter(({ name, bytes }) => before.get(name)?.equals(bytes) !== true);
      const names = changed.map(({ name }) => name);
      assert.deepEqual(names, []);
      assert.ok(again.equals(archive), 'times, order or permissions differ');
    } finally {
      process.umask(umask);
      for (const [name, value] of Object.entries(settings)) {
        if (value === undefined) delete process.env[name];
        else process.env[name] = value;
      }
      await folder.remove();
    }
  });

  it('keeps to the budgets of a release', () => {
    const { version } = JSON.parse(textOf('extension/package.json'));
    assert.deepEqual(packageProblems(archive, version), []);
    assert.match(packageProblems(archive, '0.0.1').join(), /not of version 0\.0\.1/);
  });

  it('is neither private nor a preview for a marketplace, and has an icon of the size that it wants', () => {
    const text = textOf('extension.vsixmanifest');
    assert.match(text, /<GalleryFlags>Public<\/GalleryFlags>/);
    assert.doesNotMatch(text, /SponsorLink|PreRelease/);
    const [, icon = ''] = /<Icon>(.*?)<\/Icon>/.exec(text) ?? [];
    const bytes = entries.find(({ name }) => name === icon)?.bytes ?? assert.fail(icon);
    // Shown at 128 pixels, and at 256 on screens with twice as many.
    const facts = [bytes.toString('latin1', 1, 4), bytes.readUInt32BE(16), bytes.readUInt32BE(20)];
    assert.deepEqual(facts, ['PNG', 256, 256]);
  });

  it('[S44] contains nothing of the build environment, in any form', () => {
    for (const [variable, value] of planted) {
      for (const { name, bytes } of entries) {
        for (const form of secretForms(value)) assert.ok(!bytes.includes(form), `${variable} is in ${name}`);
      }
    }
    const programs = entries.filter(({ name }) => name.startsWith('extension/dist/'));
    for (const { name, bytes } of programs) assert.ok(!bytes.includes('BROKER_CLIENT_SECRET'), name);
  });

  it('[S44] contains nothing that looks like a secret', () => {
    for (const { name, bytes } of entries) {
      const text = publishedSamples.reduce((left, sample) => left.replaceAll(sample, ''), bytes.toString('latin1'));
      for (const [what, pattern] of Object.entries(looksSecret)) {
        const at = text.search(pattern);
        assert.equal(at, -1, `${what} is in ${name}: ${text.slice(Math.max(0, at - 40), at + 100)}`);
      }
    }
  });

  it('[S44] contains no broker, tests, keys or settings', () => {
    const strangers =
      /broker\.mjs|Dockerfile|^extension\/(?:src|test|docker)\/|\.(?:pem|key|env|map|sqlite|ts)$|\/\.(?!vsixmanifest)/;
    const found = entries.map(({ name }) => name).filter((name) => strangers.test(name));
    assert.deepEqual(found, []);
  });

  it('detects a text that looks like a secret', () => {
    const samples: Record<keyof typeof looksSecret, string> = {
      'a private key': '-----BEGIN EC PRIVATE KEY-----',
      'a seal key': `k20260101:${'A'.repeat(43)}`,
      'a signed or sealed token': 'eyJhbGciOiJkaXIifQ..abc.def',
      'a token of a forge or chat': `ghp_${'a'.repeat(36)}`,
      'a cloud key': 'AKIAABCDEFGHIJKLMNOP',
      'a bearer token': `Bearer ${'a'.repeat(30)}`,
      'a named secret': `clientSecret:"abcdefghij"`,
      'a user name in an address': 'https://ada:pass@example.com',
      '256 bit in a literal': `'${'a1'.repeat(32)}'`,
    };
    for (const [what, pattern] of Object.entries(looksSecret)) {
      assert.match(samples[what as keyof typeof looksSecret], pattern, what);
    }
  });
});
