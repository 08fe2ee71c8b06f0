import assert from 'node:assert/strict';
import { renderWithin } from '../../../../src/core/chatTools/listAnswers.ts';

const render = (count: number): string => `head${'x'.repeat(count)}`;
const count = async (text: string): Promise<number> => text.length;

describe('renderWithin', () => {
  it('returns the whole text without a budget', async () => {
    assert.deepEqual(await renderWithin(undefined, 9, render), { text: 'headxxxxxxxxx', itemCount: 9 });
  });

  it('returns as many items as fit', async () => {
    for (let most = 0; most <= 12; most++) {
      for (let tokens = 4; tokens <= 18; tokens++) {
        const { itemCount } = await renderWithin({ tokens, count }, most, render);
        assert.equal(itemCount, Math.min(most, tokens - 4));
      }
    }
  });

  it('returns no items when nothing fits', async () => {
    assert.deepEqual(await renderWithin({ tokens: 1, count }, 5, render), { text: 'head', itemCount: 0 });
  });
});
