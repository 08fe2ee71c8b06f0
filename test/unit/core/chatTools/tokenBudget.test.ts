import assert from 'node:assert/strict';
import { renderWithin } from '../../../../src/core/chatTools/listAnswers.ts';

const render = (count: number): string => `head${'x'.repeat(count)}`;
const count = async (text: string): Promise<number> => text.length;

describe('renderWithin', () => {
  it('returns as many items as fit', async () => {
    for (let most = 0; most <= 12; most++) {
      for (let tokens = 4; tokens <= 18; tokens++) {
        const { itemCount } = await renderWithin({ tokens, count }, most, render);
        assert.equal(itemCount, Math.min(most, tokens - 4));
      }
    }
  });
});
