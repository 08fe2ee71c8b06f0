import assert from 'node:assert/strict';
import fc from 'fast-check';
import { maskSecrets } from '../../../../src/core/secrets/mask.ts';
import { secretlintRuleIds } from '../../../../src/core/secrets/rules/serviceKeys.ts';
import { scanText } from '../../../../src/core/secrets/scanText.ts';
import { secretSamples } from '../../../support/fakes/secretSamples.ts';
import { hostileText } from '../markdown/hostileText.ts';

/** Texts with up to four secrets among other lines. */
const lines = fc.oneof(
  fc.constantFrom('', '```ts', '```', '\t// comment', 'const a = 1;', '{', '}', 'Ünïcödé — 😀', '- list', '\r'),
  fc.string({ unit: 'grapheme' }),
  hostileText,
);
const samples = fc.constantFrom(
  ...Array.from({ length: 100 }, (_, seed) => secretSamples(seed, secretlintRuleIds)).flat(),
);
const texts = fc
  .array(
    fc.oneof({ weight: 3, arbitrary: lines.map((text) => ({ text, secrets: [] as readonly string[] })) }, samples),
    {
      maxLength: 8,
    },
  )
  .map((parts) => ({
    text: parts.map(({ text }) => text).join('\n'),
    secrets: parts.flatMap(({ secrets }) => secrets),
  }));

describe('maskSecrets', () => {
  it('leaves nothing of findings that overlap', () => {
    const findings = [
      [0, 20],
      [5, 10],
    ].map(([start = 0, end = 0]) => ({ start, end, ruleId: 'a', kind: 'key' as const }));
    assert.equal(maskSecrets('a'.repeat(20), findings), 'MASKED');
  });

  it('leaves no secret, keeps every line, and changes nothing else', () => {
    fc.assert(
      fc.property(texts, ({ text, secrets }) => {
        const findings = scanText(text);
        const result = maskSecrets(text, findings);
        for (const secret of secrets) assert.ok(!result.includes(secret), `${secret} is left in ${result}`);
        assert.deepEqual(scanText(result), []);
        assert.equal(result.split('\n').length, text.split('\n').length);
        const exact = secrets.reduce((rest, secret) => rest.replaceAll(secret, 'MASKED'), text);
        assert.equal(result, exact);
      }),
      { numRuns: 2_000, seed: 1 },
    );
  }).timeout(60_000);
});
