import assert from 'node:assert/strict';
import { NewerRecordError } from '../../../../src/core/base/json.ts';
import { RecordingLog } from '../../../support/fakes/recordingLog.ts';
import { withVscode } from '../../../support/fakes/withVscode.ts';
import { settle } from '../../core/api/scriptedSend.ts';

const { WatchPolls } = await withVscode(() => import('../../../../src/features/watchRooms/watchPolls.ts'));

describe('the polls of watched rooms', () => {
  function openWith(failure: Error) {
    const reported: unknown[] = [];
    const log = new RecordingLog();
    const rejects = () => Promise.reject(failure);
    const never = () => ({ dispose: () => undefined });
    const ports = {
      active: { get: async () => ({ id: 'ada' }), onDidChange: never },
      errors: { report: async (error: unknown) => reported.push(error) },
      notices: { forget: () => undefined },
      poller: { setOptions: () => assert.fail('read') },
      directory: { onDidReadFirstPage: never },
      watcher: { isWatching: rejects },
      log,
    };
    return { reported, log, polls: new WatchPolls(ports as unknown as ConstructorParameters<typeof WatchPolls>[0]) };
  }

  it('says once in a window that a newer version stored what is watched', async () => {
    const failure = new NewerRecordError('watches');
    const { polls, reported } = openWith(failure);
    await settle();
    await polls.refresh();
    await polls.refresh();
    assert.deepEqual(reported, [failure]);
  });

  it('only logs any other failure', async () => {
    const { log, reported } = openWith(new Error('disk'));
    await settle();
    assert.deepEqual(reported, []);
    assert.match(log.text, /the watched rooms could not be read/);
  });
});
