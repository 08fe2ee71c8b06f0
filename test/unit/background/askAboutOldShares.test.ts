import assert from 'node:assert/strict';
import type { ShareRecord } from '../../../src/core/outbox/shareRecord.ts';
import { FakeMemento } from '../../support/fakes/fakeMemento.ts';
import { useMessages } from '../../support/fakes/fakeWindow.ts';
import { ManualClock } from '../../support/fakes/manualClock.ts';
import { sentShare } from '../../support/fakes/sentShare.ts';
import { withVscode } from '../../support/fakes/withVscode.ts';

const { askAboutOldShares } = await withVscode(() => import('../../../src/background/registerOutbox.ts'));

describe('Shares that have been queued for more than a day', () => {
  const messages = useMessages();

  function openWindow(ids: readonly string[], memory = new FakeMemento()) {
    const shares: ShareRecord[] = ids.map((id) => sentShare(id, 0, { state: 'queued' }));
    const outbox = {
      snapshot: { shares, unreadable: [] },
      discard: async (id: string) => {
        const place = shares.findIndex((share) => share.id === id);
        shares.splice(place, 1);
      },
    };
    const clock = new ManualClock(25 * 60 * 60_000);
    const ask = (isFocused = true): Promise<void> =>
      askAboutOldShares({ outbox, clock, memory, isFocused: () => isFocused });
    return { shares, memory, ask };
  }

  it('are asked about once, in the first window that has the focus', async () => {
    const { memory, ask } = openWindow(['a', 'b']);
    await ask(false);
    assert.deepEqual(messages().all, []);
    const asking = ask();
    const question = await messages().next();
    assert.equal(question.text, '2 shares have been waiting for more than a day. Do you still want to send them?');
    assert.deepEqual(question.buttons, ['Show Recent Shares', 'Discard']);
    question.answer();
    await asking;
    await openWindow(['a', 'b'], memory).ask();
    assert.equal(messages().all.length, 1, 'nothing more is asked');
  });

  it('are asked about again when another share becomes as old', async () => {
    const { memory, ask } = openWindow(['a']);
    const asking = ask();
    (await messages().next()).answer();
    await asking;
    const again = openWindow(['a', 'b'], memory).ask();
    const question = await messages().next();
    assert.equal(question.text, '1 share has been waiting for more than a day. Do you still want to send it?');
    question.answer();
    await again;
  });

  it('are removed by Discard, and otherwise kept', async () => {
    for (const [choice, left] of [
      [undefined, ['a', 'b']],
      ['Discard', []],
    ] as const) {
      const { shares, ask } = openWindow(['a', 'b']);
      const asking = ask();
      (await messages().next()).answer(choice);
      await asking;
      const ids = shares.map(({ id }) => id);
      assert.deepEqual(ids, left);
    }
  });
});
