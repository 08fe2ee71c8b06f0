import assert from 'node:assert/strict';
import { setImmediate } from 'node:timers/promises';
import { Emitter } from '../../../src/core/base/emitter.ts';
import type { ShareRecord } from '../../../src/core/outbox/shareRecord.ts';
import { RecordingLog } from '../../support/fakes/recordingLog.ts';
import { sentShare } from '../../support/fakes/sentShare.ts';
import { withVscode } from '../../support/fakes/withVscode.ts';

const { removeSuperseded } = await withVscode(() => import('../../../src/background/registerOutbox.ts'));

const failed = (id: string): ShareRecord => sentShare(id, 1, { state: 'failed', digest: 'd' });
const sent = (id: string): ShareRecord => sentShare(id, 2, { digest: 'd' });

function open(...shares: readonly ShareRecord[]) {
  const changes = new Emitter<void>();
  const log = new RecordingLog();
  const discarded: string[] = [];
  const outbox = {
    snapshot: { shares, unreadable: [] },
    onDidChange: changes.event,
    async discard(id: string): Promise<void> {
      discarded.push(id);
      if (id === 'locked') throw new Error('EBUSY');
    },
  };
  const removing = removeSuperseded(outbox, log);
  const change = (...next: readonly ShareRecord[]): void => {
    outbox.snapshot = { shares: next, unreadable: [] };
    changes.fire();
  };
  return { change, discarded, log, removing };
}

describe('removeSuperseded', () => {
  it('removes a failure once the same content has arrived, and no other', () => {
    const { change, discarded } = open(failed('f'));
    change(failed('f'), sentShare('s', 2, { digest: 'other' }));
    assert.deepEqual(discarded, []);
    change(failed('f'), sent('s'));
    assert.deepEqual(discarded, ['f']);
  });

  it('tries each failure once, and logs an error', async () => {
    const { change, discarded, log } = open(failed('locked'), sent('s'));
    change(failed('locked'), failed('f'), sent('s'));
    change(failed('locked'), failed('f'), sent('s'));
    await setImmediate();
    assert.deepEqual(discarded, ['locked', 'f']);
    assert.equal(log.text, 'error a superseded failure could not be removed');
  });
});
