import assert from 'node:assert/strict';
import { renderWithin } from '../../../../../src/core/share/tools/tokenBudget.ts';

const render = (count: number): string => `head${'x'.repeat(count)}`;
const count = async (text: string): Promise<number> => text.length;

describe('an answer within a budget', () => {
  it('is whole without one', async () => {
    assert.deepEqual(await renderWithin(undefined, 9, render), { text: 'headxxxxxxxxx', itemCount: 9 });
  });

  it('holds as many items as fit, and not one less', async () => {
    for (let most = 0; most <= 12; most++) {
      for (let tokens = 4; tokens <= 18; tokens++) {
        const { itemCount } = await renderWithin({ tokens, count }, most, render);
        assert.equal(itemCount, Math.min(most, tokens - 4));
      }
    }
  });

  it('holds none when nothing fits', async () => {
    assert.deepEqual(await renderWithin({ tokens: 1, count }, 5, render), { text: 'head', itemCount: 0 });
  });
});
