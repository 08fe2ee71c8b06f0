import assert from 'node:assert/strict';
import { timings } from '../../../../src/core/base/timings.ts';
import { flushUi, useQuickInputs } from '../../../support/fakes/fakeWindow.ts';
import { ManualClock } from '../../../support/fakes/manualClock.ts';
import { confirmationCommands, share, shareableText } from '../../../support/fakes/shareModules.ts';
import { listedDesign, shareWorld } from '../../../support/fakes/shareWorld.ts';
import { useConfirmation } from '../../../support/fakes/useConfirmation.ts';
import { withVscode } from '../../../support/fakes/withVscode.ts';

const { StepLists } = await withVscode(() => import('../../../../src/host/ui/steps/stepLists.ts'));
const { pickRow } = await withVscode(() => import('../../../../src/host/ui/steps/pickRow.ts'));

const pressEscape = confirmationCommands['_roomside.backToRooms'];
const text = () => shareableText({ name: 'a', render: async () => ({ markdown: 'code', lineCount: 1, warnings: [] }) });

describe('Two quick presses in the lists of a share', () => {
  const inputs = useQuickInputs();
  const open = useConfirmation(inputs);

  /** A share whose message is ready only when the test says so. */
  async function atRooms() {
    const world = shareWorld({ clock: new ManualClock(), ...listedDesign() });
    const ready = Promise.withResolvers<void>();
    const { propose } = text();
    const slow = {
      title: 'Share',
      propose: (...args: Parameters<typeof propose>) => ready.promise.then(() => propose(...args)),
    };
    const lists = new StepLists();
    const done = share(world.ports, slow, undefined, lists);
    return { ...world, done, ready, lists, rooms: await inputs().next() };
  }

  it('keep the list of the rooms on the screen until the confirmation replaces it', async () => {
    const { rooms, ready, done } = await atRooms();
    const list = inputs().picker;
    await rooms.accept();
    await flushUi();
    assert.equal(inputs().picker, list, 'keys do not go to the code');
    ready.resolve();
    assert.equal((await inputs().next()).active, 'Send to Design');
    await Promise.all([pressEscape(), pressEscape()]);
    assert.equal(await done, undefined);
  });

  it('send nothing and open nothing when the second one is Escape', async () => {
    const { rooms, ready, done, queued, lists } = await atRooms();
    await rooms.accept();
    await pressEscape();
    ready.resolve();
    assert.equal(await done, undefined);
    await flushUi();
    assert.deepEqual([lists.isLeft, queued], [true, []]);
  });

  it('lead on from a list that is optional, and close any other', async () => {
    for (const [how, isLeft] of [
      ['isOptional', false],
      ['hasNoDefault', true],
    ] as const) {
      const lists = new StepLists();
      const picked = pickRow([{ label: 'one' }], { placeholder: '' }, lists, how);
      await inputs().next();
      await pressEscape();
      assert.deepEqual([await picked, lists.isLeft], [undefined, isLeft]);
      lists.dispose();
      assert.equal(await pickRow([{ label: 'one' }], { placeholder: '' }, lists), undefined, 'the steps are over');
    }
  });

  it('send only what was on the screen, unless a comment was typed there', async () => {
    const clock = new ManualClock();
    timings.secondPressMs = 400;
    try {
      const { step, queued, send } = await open(text(), shareWorld({ clock }));
      for (let press = 0; press < 2; press += 1) {
        clock.advance(399);
        await step.accept();
        await flushUi();
        assert.equal(queued.length, 0);
      }
      clock.advance(400);
      await send();
      assert.equal(queued.length, 1);
      const other = await open(text(), shareWorld({ clock }));
      other.type('Look');
      await flushUi();
      await other.send();
      assert.equal(other.queued.length, 1);
    } finally {
      timings.secondPressMs = 0;
    }
  });
});
