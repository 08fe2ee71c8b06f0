import assert from 'node:assert/strict';
import { placesIn } from '../../../src/webview/placesIn.ts';
import { assertLinear } from '../../support/linearTime.ts';

const nodesOf = (...texts: string[]) => texts.map((data) => ({ data }));

describe('placesIn', () => {
  for (const [what, texts, sought, expected] of [
    ['each text once, at all its places', ['ab a'], ['a', 'a'], ['0:0-0:1', '0:3-0:4']],
    ['a text over several nodes', ['x-to', '', 'ke', 'n'], ['token'], ['0:2-3:1']],
    ['texts that overlap', ['ab', 'cd'], ['abc', 'bcd', 'b'], ['0:0-1:1', '0:1-1:2', '0:1-0:2']],
    ['neither nothing nor what is not there', ['ab'], ['', 'c'], []],
  ] as const)
    it(`finds ${what}`, () => {
      const nodes = nodesOf(...texts);
      const found = placesIn(nodes, sought).map(({ start, end }) =>
        [start, end].map(([node, offset]) => `${nodes.indexOf(node)}:${offset}`).join('-'),
      );
      assert.deepEqual(found, expected);
    });

  it('finds at most 500 places, in linear time', () => {
    const log = (length: number) => nodesOf(...Array.from({ length }, () => 'Authorization: Bearer token\n'));
    assert.equal(placesIn(log(600), Array(600).fill('token')).length, 500);
    assertLinear((length) => placesIn(log(length), Array(length).fill('token')), 5_000);
  });
});
