import assert from 'node:assert/strict';
import fc from 'fast-check';
import { redact, redactAddress, secretsOf } from '../../../../../src/features/diagnose/model/redact.ts';
import { assertLinear } from '../../../../support/linearTime.ts';
import { sampleAccount } from '../../../core/auth/sampleAccount.ts';

describe('redactAddress', () => {
  it('returns scheme, host and path only', () => {
    for (const [address, shown] of [
      ['vscode://roomside.roomside/callback?windowId=7', 'vscode://roomside.roomside/callback?…'],
      ['https://ada:pass@editor.example:8443/callback?vscode-reqid=1#x', 'https://editor.example:8443/callback?…'],
      ['vscode://roomside.roomside/callback', 'vscode://roomside.roomside/callback'],
      ['no address', '…'],
    ] as const) {
      assert.equal(redactAddress(address), shown);
    }
  });
});

describe('redact', () => {
  it('removes known secrets in every encoding', () => {
    const secret = fc.string({ minLength: 6, maxLength: 60 }).filter((text) => !'[…]'.includes(text));
    fc.assert(
      fc.property(secret, fc.string(), fc.string(), (known, before, after) => {
        const bytes = Buffer.from(known);
        for (const form of [known, encodeURIComponent(known), bytes.toString('base64')]) {
          assert.ok(!redact(`${before} ${form} ${after}`, [known]).includes(form));
        }
      }),
    );
  });

  it('removes unknown user names, queries and bearer tokens', () => {
    const text = 'see https://ada:pass@a.example/x?code=abc#d and Authorization: Bearer abc.def';
    assert.equal(redact(text, []), 'see https://[…]@a.example/x?… and Authorization: Bearer […]');
  });

  it('takes a time in proportion to the length of a hostile text', () => {
    for (const part of ['a', 'a.', '://', 'a://', 'a://b', '@', '://?', '?', '/', 'Bearer ', ' ', '://a@', '#…']) {
      assertLinear((length) => redact(part.repeat(length / part.length), []), 5_000);
    }
  });

  it('does not change a report without secrets', () => {
    const text = 'note  Proxy: proxy.example:8080, by http.proxy.\nok    vscode://roomside.roomside/callback?…';
    assert.equal(redact(text, ['another-secret']), text);
  });

  it('finds the secrets of an account by field name', () => {
    const account = { ...sampleAccount(), refreshSecret: 'refresh-secret-1' };
    assert.deepEqual(
      new Set(secretsOf(account)),
      new Set(['access-1', 'refresh-1', 'client-secret-1', 'refresh-secret-1']),
    );
  });
});
