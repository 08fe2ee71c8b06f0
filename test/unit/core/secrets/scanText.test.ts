import assert from 'node:assert/strict';
import { secretlintRuleIds } from '../../../../src/core/secrets/rules/serviceKeys.ts';
import { scanText } from '../../../../src/core/secrets/scanText.ts';
import { SecretSource } from '../../../support/fakes/secretSamples.ts';

const found = (text: string): readonly string[] => scanText(text).map(({ start, end }) => text.slice(start, end));
describe('scanText', () => {
  it('reports position, rule and service', () => {
    const token = `ghp_${new SecretSource(5).base62(36)}`;
    const text = `line one\r\n  const a = '${token}';\n`;
    assert.deepEqual(scanText(text), [
      {
        start: 23,
        end: 63,
        line: 2,
        column: 14,
        ruleId: 'github',
        kind: 'token',
        service: 'GitHub',
        prefix: token.slice(0, 6),
      },
    ]);
  });

  it('finds each of several secrets on a line', () => {
    const source = new SecretSource(7);
    const [a, b] = [`npm_${source.base62(36)}`, `glpat-${source.base62(20)}`];
    assert.deepEqual(found(`${a} ${b}`), [a, b]);
  });

  it('uses the rules of secretlint, except comment filters and replaced ones', () => {
    for (const ruleId of ['github', 'aws', 'slack', 'npm', 'openai']) assert.ok(secretlintRuleIds.includes(ruleId));
    assert.ok(!secretlintRuleIds.includes('filter-comments'));
  });

  it('finds a token with an invisible character in it, in a text and in the bytes of a file', () => {
    const token = `ghp_${'a8Kd2Lq9Zx'.repeat(3).slice(0, 18)}\u200b${'T4mW7cRb5Ny1Hs6Vt3'.slice(0, 18)}`;
    for (const text of [token, Buffer.from(token).toString('latin1')]) {
      assert.deepEqual(
        scanText(text).map(({ start, end }) => [start, end]),
        [[0, text.length]],
      );
    }
  });

  it('searches long Base64 for keys only if it begins as one', () => {
    const source = new SecretSource(3);
    const key = `LS0tLS1CRUdJTiBQUklWQVRFIEtFWS0tLS0t${source.base62(6000)}`;
    assert.deepEqual(found(`tls.key: ${key}`), [key]);
    const chance = `AKIA${source.text('ABCDEFGHKLMNPQRSTUVWXYZ234567', 16)}`;
    const data = (length: number) => `${source.base62(length)}/${chance}/${source.base62(length)}`;
    assert.deepEqual([found(data(40)).length, found(data(2100)).length], [1, 0]);
  });

  it('cannot be disabled by a comment in the file', () => {
    const token = `ghp_${new SecretSource(9).base62(36)}`;
    assert.deepEqual(found(`// secretlint-disable\nconst a = '${token}'; // secretlint-disable-line`), [token]);
  });

  it('marks no sign before a value', () => {
    for (const sign of ['=', ':', '==', '!=', ':='])
      assert.deepEqual(found(`password   ${sign}Xk3kd93kd!x`), ['Xk3kd93kd!x'], sign);
  });

  it('finds a whole password with blanks and signs', () => {
    assert.deepEqual(found(`password: "co4rect horse battery!"`), ['co4rect horse battery!']);
    assert.deepEqual(found('DB_PASSWORD=a(b)c;d[e]9'), ['a(b)c;d[e]9']);
  });
});
