import assert from 'node:assert/strict';
import type { FilePart } from '../../../../src/core/api/requestBody.ts';
import { maskPart } from '../../../../src/core/secrets/mask.ts';
import { maxFindings, scanPart } from '../../../../src/core/secrets/scanPart.ts';
import { scanText } from '../../../../src/core/secrets/scanText.ts';
import { createSecretScanner, riskyFileName } from '../../../../src/core/secrets/secretScanner.ts';
import { part, read } from '../../../support/fakes/fileParts.ts';
import { SecretSource, secretSamples } from '../../../support/fakes/secretSamples.ts';

const source = new SecretSource(11);
const samples = Array.from({ length: 30 }, (_, seed) => secretSamples(seed, [])).flat();
const token = (): string => `ghp_${source.base62(36)}`;
const scanner = createSecretScanner({ isIgnored: async (path) => path.endsWith('ignored.txt') });

const masked = async (file: FilePart): Promise<FilePart> => maskPart(file, await scanPart(file, scanText));

describe('scanPart', () => {
  it('finds the same secrets in a long file as in the whole text, for any chunks', async () => {
    const lines: string[] = [];
    for (let size = 0; size < 2_500_000; ) {
      const sample = lines.length % 50 === 0 ? samples[lines.length % samples.length] : undefined;
      const text = sample?.text ?? `plain line ${'of words '.repeat(20)}`;
      lines.push(text);
      size += text.length + 1;
    }
    const text = lines.join('\n');
    const expected = scanText(text);
    for (const chunkBytes of [65_536, 99_991, 1_048_576]) {
      const scan = await scanPart(part(Buffer.from(text, 'latin1'), chunkBytes), scanText);
      assert.ok(scan.findings.length > 100);
      assert.deepEqual(scan.findings, expected);
    }
    assert.deepEqual(await scanner.find(text), expected);
  }).timeout(60_000);

  it('yields to the event loop while it searches a long text or file', async () => {
    const text = 'plain line of words\n'.repeat(250_000);
    const bytes = Buffer.from(text);
    const files = [{ name: 'a.txt', open: async () => part(bytes, bytes.byteLength) }];
    for (const search of [() => scanner.find(text), () => scanner.checkFiles(files)]) {
      let turns = 0;
      const counting = setInterval(() => turns++, 0);
      await search();
      clearInterval(counting);
      assert.ok(turns >= 3, `${turns} turns`);
    }
  });

  it('finds a key across the border of two windows', async () => {
    const key = secretSamples(4, []).find(({ name }) => name === 'RSA key');
    const bytes = Buffer.from(`${'x\n'.repeat(523_900)}${key?.text}\n${'y\n'.repeat(40_000)}`);
    const { findings } = await scanPart(part(bytes, 4096), scanText);
    assert.deepEqual(
      findings.map(({ kind, line }) => ({ kind, line })),
      [{ kind: 'private-key', line: 523_902 }],
    );
    const text = (await read(await masked(part(bytes, 4096)))).toString();
    for (const secret of key?.secrets ?? []) assert.ok(!text.includes(secret));
  }).timeout(20_000);

  it('does not search binary files, and reports it', async () => {
    const bytes = Buffer.from(`\0PNG ${token()}`);
    const { encoding, findings } = await scanPart(part(bytes), scanText);
    assert.deepEqual({ form: encoding, findings }, { form: 'binary', findings: [] });
  });

  it('stops after a thousand findings, and reports it', async () => {
    const bytes = Buffer.from(Array.from({ length: maxFindings + 1 }, token).join('\n'));
    const { findings, isComplete } = await scanPart(part(bytes), scanText);
    assert.deepEqual([findings.length, isComplete], [maxFindings, false]);
    await assert.rejects(scanner.maskFile(part(bytes)));
  });
});

describe('createSecretScanner', () => {
  it('reports every file, in order, and the secrets of a text', async () => {
    const secret = token();
    const file = (name: string, text: string) => ({
      name,
      path: `/w/${name}`,
      open: async () => part(Buffer.from(text)),
    });
    const files = [file('a.txt', 'plain'), file('.env', `A_TOKEN=${secret}`), file('ignored.txt', 'plain')];
    assert.deepEqual(
      (await scanner.checkFiles(files)).map(({ findings, nameRisk, isIgnored }) => [
        findings.length,
        nameRisk,
        isIgnored,
      ]),
      [
        [0, undefined, false],
        [1, 'environment', false],
        [0, undefined, true],
      ],
    );
    const open = files[0]?.open ?? assert.fail();
    const [link, remote] = await scanner.checkFiles([
      { name: secret, path: '/w/a.txt', realPath: '/w/ignored.txt', open },
      { name: 'a.txt', isUnknownToGit: true, open },
    ]);
    assert.deepEqual([link?.isIgnored, link?.nameFindings.length, remote?.isIgnored], [true, 1, undefined]);
    assert.deepEqual([(await scanner.find('plain')).length, (await scanner.find(secret)).length], [0, 1]);
  });
});

describe('riskyFileName', () => {
  const risky = {
    environment: ['.env', '.env.local', 'a/b/.env.production', 'prod.env', '.envrc', 'C:\\app\\.env'],
    key: [
      ...['id_rsa', 'id_ed25519', '/home/me/.ssh/id_ecdsa', 'server.pem', 'server.KEY', 'store.p12', 'a.pfx', 'b.ppk'],
      'c.jks',
    ],
    credentials: [
      ...['.npmrc', '.netrc', '_netrc', '.pypirc', '.pgpass', '.git-credentials', 'kubeconfig', '.kube/config'],
      ...['.aws/credentials', '.docker/config.json', 'prod.tfvars', 'secrets.yaml'],
    ],
    undefined: [
      ...['.env.example', 'env.sample', 'environment.ts', 'id_rsa.pub', 'keys.ts', 'config', 'src/config.json'],
      ...['monkey', 'index.ts'],
    ],
  };
  for (const [risk, names] of Object.entries(risky)) {
    it(`classifies names as ${risk}`, () => {
      for (const name of names) assert.equal(String(riskyFileName(name)), risk, name);
    });
  }
});
