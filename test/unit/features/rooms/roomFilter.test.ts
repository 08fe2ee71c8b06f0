import assert from 'node:assert/strict';
import { RoomDirectory } from '../../../../src/core/rooms/roomDirectory.ts';
import { RoomMarks } from '../../../../src/core/rooms/roomMarks.ts';
import { knownEmails } from '../../../support/fakes/knownEmails.ts';
import { ManualClock } from '../../../support/fakes/manualClock.ts';
import { withVscode } from '../../../support/fakes/withVscode.ts';

const { RoomFilter } = await withVscode(() => import('../../../../src/features/rooms/roomFilter.ts'));
const { RoomTree } = await withVscode(() => import('../../../../src/features/rooms/roomTree.ts'));

describe('RoomFilter', () => {
  it('ends when the rooms of another account follow, and stays while rooms are listed', async () => {
    let listed = [{ id: 'r', title: 'Design', type: 'group' }];
    const directory = new RoomDirectory(async function* () {
      yield { items: listed, hasNext: false };
    });
    const marks = new RoomMarks({ read: () => undefined, write: async () => undefined });
    const clock = new ManualClock();
    const ports = { directory, marks, emails: knownEmails(), clock };
    const tree = new RoomTree(ports, { order: 'activity', filter: '' });
    const filter = new RoomFilter({ tree, directory, clock });
    directory.mergeStored(listed);
    filter.set('design');
    await directory.refresh();
    listed = [];
    await directory.update();
    assert.equal(tree.options.filter, 'design');
    directory.clear();
    assert.equal(tree.options.filter, '');
  });
});
