import assert from 'node:assert/strict';
import { randomBytes } from 'node:crypto';
import { stop } from 'esbuild';
import { secretForms } from '../../support/harness/secretForms.ts';
import { createTemporaryFolder } from '../../support/harness/temporaryFolder.ts';
import { packageInto } from '../../support/harness/temporaryVsix.ts';
import { type ZipEntry, zipEntries } from '../../support/harness/zipEntries.ts';

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
  '256 bit in a literal': /(["'`])(?:[0-9a-f]{64}|[\w-]{43}|[\w+/]{43}=)\1/,
} as const;

/** An example from the manual of a cloud provider, which the rules of the secret scan recognize. */
const publishedSamples = ['AKIAIOSFODNN7EXAMPLE'];

describe('the packaged extension', function () {
  this.timeout(120_000);
  const planted = new Map(secretVariables.map((name) => [name, randomBytes(32).toString('base64url')]));
  let entries: readonly ZipEntry[];

  before(async () => {
    const before = { ...process.env };
    const folder = createTemporaryFolder();
    try {
      for (const [name, value] of planted) process.env[name] = value;
      entries = zipEntries(await packageInto(folder.path));
    } finally {
      for (const name of planted.keys()) {
        if (before[name] === undefined) delete process.env[name];
        else process.env[name] = before[name];
      }
      await folder.remove();
    }
  });
  after(() => stop());

  it('is unpacked completely', () => {
    const names = entries.map(({ name }) => name);
    const programs = ['package.json', 'dist/extension.cjs', 'dist/sandbox.mjs'];
    for (const name of [...programs, 'docs/README.md', 'docs/questions.md', 'SECURITY.md']) {
      assert.ok(names.includes(`extension/${name}`), name);
    }
    const chunks = entries.filter(({ name }) => /^extension\/dist\/(?:extension|chunks\/.+)\.cjs$/.test(name));
    assert.ok(chunks.some(({ bytes }) => bytes.includes('roomside.signIn')));
  });

  it('contains the licences of the packages in its bundles', () => {
    const notices = entries.find(({ name }) => name === 'extension/dist/ThirdPartyNotices.txt')?.bytes.toString() ?? '';
    for (const name of ['markdown-it', 'highlight.js', 'undici', '@secretlint/secretlint-rule-preset-recommend']) {
      assert.match(notices, new RegExp(`^${name} \\d.*\\(`, 'm'));
    }
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
    assert.deepEqual(
      entries.map(({ name }) => name).filter((name) => strangers.test(name)),
      [],
    );
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
