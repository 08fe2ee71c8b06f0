import assert from 'node:assert/strict';
import { parseCallback } from '../../../../../src/core/auth/signIn/callback.ts';

describe('a callback', () => {
  it('contains a code and its state; a plus sign and a lone percent sign are kept in any encoding', () => {
    for (const [query, code] of [
      ['code=abc', 'abc'],
      ...['code=a+b/c', 'code=a%2Bb%2Fc', 'code=a%2bb%2fc'].map((query) => [query, 'a+b/c'] as const),
      ...['100%', '50%zz', '%', 'a%2', 'é%'].map((code) => [`code=${code}`, code] as const),
    ] as const)
      assert.deepEqual(parseCallback(`${query}&state=xyz`), { kind: 'code', from: 'service', state: 'xyz', code });
  });

  it('contains an error with its description, with spaces in any encoding', () => {
    for (const description of ['The+user+said+no', 'The%20user%20said%20no', 'The user said no']) {
      assert.deepEqual(parseCallback(`error=access_denied&error_description=${description}&state=xyz`), {
        kind: 'error',
        from: 'service',
        state: 'xyz',
        error: 'access_denied',
        description: 'The user said no',
      });
    }
  });

  for (const [why, queries] of [
    [
      'without state, or without code and error',
      ['', 'code=abc', 'state=xyz', 'code=abc&state=', 'code=&state=xyz', 'error=&state=xyz', 'code&state', '&&=&'],
    ],
    [
      'if a required parameter is repeated, equal or not',
      ['code=abc&code=abc&state=xyz', 'code=abc&state=xyz&state=xyz', 'error=a&error=b&state=xyz'],
    ],
    [
      'with both a code and an error, even an empty one',
      ['code=abc&error=access_denied&state=xyz', 'code=abc&error=&state=xyz', 'code=&error=no&state=xyz'],
    ],
  ] as const) {
    it(`[S6] is malformed ${why}`, () => {
      for (const query of queries) assert.deepEqual(parseCallback(query), { kind: 'malformed' }, query);
    });
  }
});
