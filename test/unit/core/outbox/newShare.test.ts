import assert from 'node:assert/strict';
import { createIdGenerator, targetOf } from '../../../../src/core/outbox/newShare.ts';
import { ada } from './openWindow.ts';

describe('A new share', () => {
  const account = { id: ada.id, label: ada.label };
  const room = { id: 'room-1', title: 'Room', account };

  it('has an id of time, sequence and chance, also before the epoch', () => {
    const newId = createIdGenerator(() => 0.5);
    assert.equal(newId(-5), '000000000-0001-i00000');
    for (let count = 2; count < 145; count += 1) newId(0);
    assert.equal(newId(36), '000000010-0041-i00000');
  });

  it('has the target without other fields of its room', () => {
    const toPerson = { id: 'p', name: 'Zoe' };
    assert.deepEqual(targetOf({ ...room, account: ada, type: 'group' } as typeof room), room);
    assert.deepEqual(targetOf({ ...room, parentId: 'm', toPerson }), { ...room, parentId: 'm', toPerson });
  });
});
