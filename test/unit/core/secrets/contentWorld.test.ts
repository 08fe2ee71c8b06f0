import assert from 'node:assert/strict';
import fc from 'fast-check';
import { fencedBlocks } from '../../../../src/core/markdown/fencedBlocks.ts';
import { maskSecrets } from '../../../../src/core/secrets/mask.ts';
import { secretlintRuleIds } from '../../../../src/core/secrets/rules/serviceKeys.ts';
import { scanText } from '../../../../src/core/secrets/scanText.ts';
import type { SecretMatch } from '../../../../src/core/secrets/secretFinding.ts';
import { createSecretScanner } from '../../../../src/core/secrets/secretScanner.ts';
import { renderBlockMessage } from '../../../../src/core/snippet/snippetMessage.ts';
import { part, read } from '../../../support/fakes/fileParts.ts';
import { type SecretSample, secretSamples } from '../../../support/fakes/secretSamples.ts';
import { type Container, containers, marks } from '../../../support/worlds/content/containers.ts';
import { encodings } from '../../../support/worlds/content/encodings.ts';
import { formSamples, lookAlikes } from '../../../support/worlds/content/formSamples.ts';

type Scan = (text: string) => readonly SecretMatch[];

/** What must hold for every content: nothing secret is left, nothing touches a mask, and lines stay where they are. */
function faultOf({ wrap }: Container, { text, secrets }: SecretSample, scan: Scan = scanText): string {
  const content = wrap(text);
  const masked = maskSecrets(content, scan(content));
  const left = secrets.find(
    (secret) => masked.includes(secret) || masked.includes(JSON.stringify(secret).slice(1, -1)),
  );
  if (left !== undefined) return `${left} is left in ${masked}`;
  if (/MASKED(?!-----END)[\w+=~-]/.test(masked)) return `a secret goes on after its mask in ${masked}`;
  if (masked.split('\n').length !== content.split('\n').length) return `a line is missing in ${masked}`;
  return scan(masked).length > 0 ? `a second search finds a secret in ${masked}` : '';
}

const samples = [...secretSamples(1, secretlintRuleIds), ...formSamples(1)];

describe('a secret in content that other programs made', () => {
  for (const container of containers) {
    it(`is found and masked whole: ${container.name}`, () => {
      const faults = samples.flatMap((sample) => faultOf(container, sample) || []);
      assert.deepEqual(faults, [], container.source);
    });
  }

  it('is found in the lines of a key, whatever stands before them', () => {
    const keys = samples.filter(({ secrets: [first, second] }) => second !== undefined && first?.length === 64);
    assert.ok(keys.length > 6);
    for (const before of [
      'remote: ',
      'E   ',
      '[pod/web-1] ',
      'Jan 02 03:04:05 web app[1]: ',
      '❯ ',
      'a.pem-12-',
      '\u00a0',
    ]) {
      const wrap = (text: string) => text.replace(/^/gm, before);
      const plain = keys.filter(({ text }) => !/^\S+: .*\n\n| {4}/m.test(text));
      const faults = plain.flatMap((sample) => faultOf({ name: before, source: '', wrap }, sample) || []);
      assert.deepEqual(faults, [], before);
    }
  });

  it('is marked exactly', () => {
    for (const { text, secrets } of Array.from({ length: 60 }, (_, seed) =>
      secretSamples(seed, secretlintRuleIds),
    ).flat()) {
      const ranges = scanText(text).map(({ parts, ...whole }) => parts ?? [whole]);
      assert.deepEqual(
        ranges.map((parts) => parts.map(({ start, end }) => text.slice(start, end))),
        [secrets],
        text,
      );
    }
  });

  for (const { name, source, encode } of encodings) {
    it(`is masked in a file, whose other bytes stay: ${name}`, async () => {
      const scanner = createSecretScanner({ isIgnored: async () => false });
      for (const [at, { text }] of samples.entries()) {
        const [before, after] = ['naïve = "é"\r\n', '\r\nümlaut\r\n'];
        const copy = await scanner.maskFile(part(encode(before + text + after), [1, 3, 7, 1000][at % 4]));
        const bytes = await read(copy);
        assert.deepEqual(bytes, encode(before + maskSecrets(text, scanText(text)) + after), source);
        assert.equal(copy.byteLength, bytes.byteLength);
      }
    });
  }

  it('is in the one code block of a message, as it was', () => {
    for (const { name, wrap } of containers) {
      const text = wrap(samples.map((sample) => sample.text).join('\n')).replace(/\n$/, '');
      const { markdown } = renderBlockMessage(
        { heading: [name, 'x*_`'], blocks: [{ text, language: 'ts' }] },
        'See `a`',
      );
      const [block, ...others] = fencedBlocks(markdown);
      assert.deepEqual([block?.code, block?.language, block?.isClosed, others], [text, 'ts', true, []], name);
    }
  });

  it('is found and masked whole in two containers, one in the other', () => {
    const [any, inner] = [fc.constantFrom(...containers), fc.constantFrom(...marks)];
    const others = Array.from({ length: 10 }, (_, seed) => [
      ...secretSamples(seed, secretlintRuleIds),
      ...formSamples(seed),
    ]);
    const runs = Number(process.env.ROOMSIDE_WORLD_RUNS ?? 600);
    fc.assert(
      fc.property(any, inner, fc.nat(9), fc.nat(samples.length - 1), (outer, { wrap }, seed, at) => {
        const sample = others[seed]?.[at] ?? assert.fail();
        assert.equal(faultOf(outer, { ...sample, text: wrap(sample.text) }), '', outer.name);
      }),
      { numRuns: runs, seed: 1 },
    );
  }).timeout(60_000);

  it('is missed by a search that ends one character early, which this world notices', () => {
    const early: Scan = (text) => scanText(text).map(({ parts: _, ...found }) => ({ ...found, end: found.end - 1 }));
    const faults = containers.filter((container) => samples.some((sample) => faultOf(container, sample, early) !== ''));
    assert.equal(faults.length, containers.length);
  });

  it('is found in a patch longer than a window of the search', async () => {
    const scanner = createSecretScanner({ isIgnored: async () => false });
    const [sample] = formSamples(3).filter(({ name }) => name === 'GitLab routable token');
    const patch = `@@ -1,99999 +0,0 @@\n${'- text of a line\n'.repeat(60_000)}-TOKEN_OF_CI=${sample?.text}\n`;
    assert.equal(await scanner.mask(patch), patch.replace(sample?.text ?? '', 'MASKED'));
  });
});

describe('the known forms of secrets', () => {
  it('are found bare, each of them', () => {
    const missed = formSamples(2).filter(({ text }) => scanText(text).length === 0);
    assert.deepEqual(
      missed.map(({ name }) => name),
      [],
    );
    assert.ok(formSamples(2).length > 160);
  });

  it('are no secrets when one character fills them in', () => {
    assert.deepEqual(
      lookAlikes().filter(({ text }) => scanText(text).length > 0),
      [],
    );
    for (const label of ['Passwort (mind. 8 Zeichen)', '密码（至少8位）', '비밀번호 8자 이상'])
      assert.deepEqual(scanText(`password: "${label}"`), []);
  });
});
