import assert from 'node:assert/strict';
import fc from 'fast-check';
import { bytesPart, type FilePart } from '../../../../src/core/api/requestBody.ts';
import { maskPart } from '../../../../src/core/secrets/mask.ts';
import { maxFindings, scanPart } from '../../../../src/core/secrets/scanPart.ts';
import { scanText } from '../../../../src/core/secrets/scanText.ts';
import { createSecretScanner, riskyFileName } from '../../../../src/core/secrets/secretScanner.ts';
import { SecretSource, secretSamples } from '../../../support/fakes/secretSamples.ts';

const source = new SecretSource(11);
const samples = Array.from({ length: 30 }, (_, seed) => secretSamples(seed, [])).flat();
const token = (): string => `ghp_${source.base62(36)}`;
const scanner = createSecretScanner({ isIgnored: async (path) => path.endsWith('ignored.txt') });

/** A file that is read in chunks of any size. */
function part(bytes: Uint8Array, chunkBytes = 1000): FilePart {
  return {
    ...bytesPart('file.txt', 'text/plain', bytes),
    async *open() {
      const buffer = new Uint8Array(chunkBytes);
      for (let at = 0; at < bytes.byteLength; at += chunkBytes) {
        const piece = bytes.subarray(at, at + chunkBytes);
        buffer.set(piece);
        // Like a file read: one buffer for all chunks.
        yield buffer.subarray(0, piece.byteLength);
      }
    },
  };
}

async function read({ open }: FilePart): Promise<Buffer> {
  const chunks: Buffer[] = [];
  for await (const chunk of open()) chunks.push(Buffer.from(chunk));
  return Buffer.concat(chunks);
}

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

describe('maskPart', () => {
  for (const [name, encode] of [
    ['UTF-8', (text: string) => Buffer.from(text)],
    ['UTF-16 LE', (text: string) => Buffer.from(`\ufeff${text}`, 'utf16le')],
    ['UTF-16 BE', (text: string) => Buffer.from(`\ufeff${text}`, 'utf16le').swap16()],
    ['Latin-1', (text: string) => Buffer.from(text, 'latin1')],
  ] as const) {
    it(`keeps everything but the secrets in ${name}`, async () => {
      const [before, secret, after] = ['naïve = "é"\r\nconst a = \'', token(), "';\r\nümlaut\r\n"];
      for (const chunkBytes of [1, 3, 7, 1000]) {
        const copy = await masked(part(encode(before + secret + after), chunkBytes));
        const bytes = await read(copy);
        assert.deepEqual(bytes, encode(`${before}MASKED${after}`));
        assert.equal(copy.byteLength, bytes.byteLength);
      }
    });
  }

  it('has the reported length and no secret, for any chunks', async () => {
    const pair = fc.array(fc.constantFrom(...samples), { minLength: 2, maxLength: 2 });
    await fc.assert(
      fc.asyncProperty(pair, fc.integer({ min: 1, max: 2000 }), async (parts, chunkBytes) => {
        const text = parts.map((sample) => sample.text).join('\n\n');
        const copy = await scanner.maskFile(part(Buffer.from(text), chunkBytes));
        const bytes = await read(copy);
        assert.equal(bytes.byteLength, copy.byteLength);
        for (const secret of parts.flatMap((sample) => sample.secrets)) assert.ok(!bytes.includes(secret));
      }),
      { numRuns: 2_000, seed: 1 },
    );
  }).timeout(30_000);
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
