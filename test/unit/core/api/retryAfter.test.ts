import assert from 'node:assert/strict';
import * as fc from 'fast-check';
import { parseRetryAfter } from '../../../../src/core/api/retryAfter.ts';

/** 100 days. */
const longestMs = 8_640_000_000;
const nowMs = Date.parse('Wed, 21 Oct 2026 07:28:00 GMT');

describe('The Retry-After parser', () => {
  const understood: [string, number][] = [
    ['3', 3000],
    ['0', 0],
    ['1.5', 1500],
    ['0.0001', 1],
    ['-5', 0],
    ['30 s', 30_000],
    ['30 seconds', 30_000],
    ['2 minutes', 120_000],
    ['500ms', 500],
    ['2m', 120_000],
    ['+5', 5000],
    ['1 s, 500 ms', 1000],
    ['2, 9, 4', 9000],
    ['99999999999999999999999999', longestMs],
    ['Wed, 21 Oct 2026 07:28:10 GMT', 10_000],
    ['Wed 21 Oct 2026 07:28:10 GMT', 10_000],
    ['Wed, 21 Oct 2026 07:27:00 GMT', 0],
    ['Wed, 21 Oct 2099 07:28:00 GMT', longestMs],
  ];
  for (const [value, expectedMs] of understood) {
    it(`parses "${value}" as ${expectedMs} ms`, () => assert.equal(parseRetryAfter(value, nowMs), expectedMs));
  }

  it('returns undefined for any other text', () => {
    for (const value of [
      ...['', 'soon', 'NaN', '3 apples', '5-7', '3, soon', '5 hours', '21 Oct 2026 07:28:10 GMT'],
      ...['2026-10-21T07:28:10Z', 'Wed, 99 Foo 2026 07:61:00 GMT'],
    ])
      assert.equal(parseRetryAfter(value, nowMs), undefined, value);
  });

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
