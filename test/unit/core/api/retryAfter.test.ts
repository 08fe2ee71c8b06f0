import assert from 'node:assert/strict';
import * as fc from 'fast-check';
import { parseRetryAfter } from '../../../../src/core/api/retryAfter.ts';

/** 100 days. */
const longestMs = 8_640_000_000;
const nowMs = Date.parse('Wed, 21 Oct 2026 07:28:00 GMT');

describe('The Retry-After parser', () => {
  const understood: [string, number][] = [
    ['3', 3000],
    [' 7 ', 7000],
    ['0', 0],
    ['1.5', 1500],
    ['.25', 250],
    ['1e1', 10_000],
    ['0.0001', 1],
    ['-5', 0],
    ['-Infinity', 0],
    ['30 s', 30_000],
    ['30 seconds', 30_000],
    ['2 minutes', 120_000],
    ['500ms', 500],
    ['250 millisecond', 250],
    ['250 Milliseconds', 250],
    ['4s', 4000],
    ['1 sec', 1000],
    ['5 SECS', 5000],
    ['1 second', 1000],
    ['2m', 120_000],
    ['2 MIN', 120_000],
    ['1 min', 60_000],
    ['3 mins', 180_000],
    ['1 minute', 60_000],
    ['+5', 5000],
    ['2e0 s', 2000],
    ['-3, 4', 4000],
    ['1 s, 500 ms', 1000],
    ['0.0011', 2],
    ['2, 9, 4', 9000],
    ['7200', 7_200_000],
    ['86400', 86_400_000],
    ['99999999999999999999999999', longestMs],
    ['Infinity', longestMs],
    ['Wed, 21 Oct 2026 07:28:10 GMT', 10_000],
    ['Wednesday, 21-Oct-26 07:28:10 GMT', 10_000],
    ['Wed 21 Oct 2026 07:28:10 GMT', 10_000],
    ['  Wed, 21 Oct 2026 07:28:10 GMT  ', 10_000],
    ['Wed, 21 Oct 2026 07:27:00 GMT', 0],
    ['Wed, 21 Oct 2099 07:28:00 GMT', longestMs],
  ];
  for (const [value, expectedMs] of understood) {
    it(`parses "${value}" as ${expectedMs} ms`, () => assert.equal(parseRetryAfter(value, nowMs), expectedMs));
  }

  for (const value of [
    undefined,
    '',
    '  ',
    'soon',
    'NaN',
    'undefined',
    '3 apples',
    '5-7',
    '3, soon',
    '5 hours',
    '1e',
    '21 Oct 2026 07:28:10 GMT',
    'Wed, 21 Oct 2026',
    '2026-10-21T07:28:10Z',
    'May 5',
    'Wed, 99 Foo 2026 07:61:00 GMT',
    '{}',
  ]) {
    it(`returns undefined for ${JSON.stringify(value)}`, () => assert.equal(parseRetryAfter(value, nowMs), undefined));
  }

  it('returns bounded whole milliseconds or undefined for any text', async () => {
    const shape = fc.oneof(
      fc.string(),
      fc.double().map(String),
      fc.date({ noInvalidDate: true }).map((date) => date.toUTCString()),
      fc.array(fc.integer(), { minLength: 1 }).map((list) => list.join(', ')),
    );
    await fc.assert(
      fc.property(shape, (value) => {
        const waitMs = parseRetryAfter(value, nowMs);
        assert.ok(waitMs === undefined || (Number.isInteger(waitMs) && waitMs >= 0 && waitMs <= longestMs));
      }),
    );
  });

  it('ignores a header of more than 1,000 characters', () => {
    for (const part of ['1', '1,', '0', ' 1,', 'Mon, 11:11:11 ']) {
      assert.equal(parseRetryAfter(part.repeat(1_000 / part.length + 2), 0), undefined, part);
    }
    assert.equal(parseRetryAfter(`${'0'.repeat(999)}7`, 0), 7_000);
  });
});
