import assert from 'node:assert/strict';
import { parseCallback } from '../../../../../src/core/auth/signIn/callback.ts';

describe('a callback', () => {
  it('contains a code and its state', () => {
    assert.deepEqual(parseCallback('code=abc&state=xyz'), { kind: 'code', from: 'service', state: 'xyz', code: 'abc' });
  });

  it('may contain unknown parameters, in any order', () => {
    const query = 'session=1&state=xyz&flag&code=abc&code_challenge=';
    assert.deepEqual(parseCallback(query), { kind: 'code', from: 'service', state: 'xyz', code: 'abc' });
  });

  it('keeps a plus sign in a code, written as it is or encoded', () => {
    for (const query of ['code=a+b/c&state=xyz', 'code=a%2Bb%2Fc&state=xyz', 'code=a%2bb%2fc&state=xyz']) {
      assert.deepEqual(parseCallback(query), { kind: 'code', from: 'service', state: 'xyz', code: 'a+b/c' });
    }
  });

  it('keeps equals signs in a value', () => {
    assert.deepEqual(parseCallback('code=YWJj==&state=x=y'), {
      kind: 'code',
      from: 'service',
      state: 'x=y',
      code: 'YWJj==',
    });
  });

  it('does not decode a decoded value again, even with percent signs', () => {
    for (const code of ['100%', '50%zz', '%', 'a%2', 'é%']) {
      assert.deepEqual(parseCallback(`code=${code}&state=xyz`), { kind: 'code', from: 'service', state: 'xyz', code });
    }
  });

  it('keeps bytes that are not valid UTF-8', () => {
    assert.deepEqual(parseCallback('code=a%ffb&state=xyz'), {
      kind: 'code',
      from: 'service',
      state: 'xyz',
      code: 'a%ffb',
    });
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

  it('has no description if it is missing or repeated', () => {
    const expected = { kind: 'error', from: 'service', state: 'xyz', error: 'access_denied', description: undefined };
    assert.deepEqual(parseCallback('error=access_denied&state=xyz'), expected);
    assert.deepEqual(parseCallback('error=access_denied&error_description=&state=xyz'), expected);
    assert.deepEqual(parseCallback('error=access_denied&error_description=a&error_description=b&state=xyz'), expected);
  });

  it('[S6] is malformed without state, or without code and error', () => {
    for (const query of [
      '',
      'code=abc',
      'state=xyz',
      'code=abc&state=',
      'code=&state=xyz',
      'error=&state=xyz',
      'code&state',
      '&&=&',
    ]) {
      assert.deepEqual(parseCallback(query), { kind: 'malformed' }, query);
    }
  });

  it('[S6] is malformed if a required parameter is repeated, equal or not', () => {
    for (const query of [
      'code=abc&code=abc&state=xyz',
      'code=abc&state=xyz&state=xyz',
      'code=abc&state=xyz&state=',
      'error=a&error=b&state=xyz',
      'code=abc&code=&state=xyz',
    ]) {
      assert.deepEqual(parseCallback(query), { kind: 'malformed' }, query);
    }
  });

  it('is malformed with both a code and an error, even an empty one', () => {
    for (const query of [
      'code=abc&error=access_denied&state=xyz',
      'code=abc&error=&state=xyz',
      'code=&error=no&state=xyz',
    ]) {
      assert.deepEqual(parseCallback(query), { kind: 'malformed' }, query);
    }
  });

  it('does not read any other parameter as a token', () => {
    assert.deepEqual(parseCallback('token=stolen&access_token=stolen&state=xyz'), { kind: 'malformed' });
  });

  it('matches the exact names of parameters', () => {
    assert.deepEqual(parseCallback('Code=abc&state=xyz'), { kind: 'malformed' });
    assert.deepEqual(parseCallback('?code=abc&state=xyz'), { kind: 'malformed' });
    assert.deepEqual(parseCallback('__proto__=abc&constructor=abc&state=xyz'), { kind: 'malformed' });
  });
});
