import assert from 'node:assert/strict';
import { handleUri } from '../../../../../src/core/auth/signIn/signInFlows.ts';
import { RecordingLog } from '../../../../support/fakes/recordingLog.ts';
import { settle } from '../../api/scriptedSend.ts';

function open(complete: (query: string) => Promise<undefined> = async () => undefined) {
  const [log, failures, queries] = [new RecordingLog(), [] as unknown[], [] as string[]];
  const flows = {
    complete(query: string) {
      queries.push(query);
      return complete(query);
    },
  };
  return { log, failures, queries, ports: { flows, log, onFailure: (error: unknown) => failures.push(error) } };
}

describe('a URI that opens the editor', () => {
  it('[S13] is passed to the sign-in only if it is the callback', () => {
    const { ports, queries } = open();
    for (const path of ['/', '', '/callback/', '/Callback', '/x/callback', '/callback2', '//callback']) {
      handleUri(ports, { path, query: 'code=a&state=b' });
    }
    assert.deepEqual(queries, []);
    handleUri(ports, { path: '/callback', query: 'code=a&state=b' });
    assert.deepEqual(queries, ['code=a&state=b']);
  });

  it('[S13] never throws, and reports failures', async () => {
    const fault = new Error('a fault');
    const { ports, failures } = open(() => Promise.reject(fault));
    handleUri(ports, { path: '/callback', query: '' });
    await settle();
    assert.deepEqual(failures, [fault]);
  });

  it('[S14] is logged without its query', () => {
    const { ports, log } = open();
    handleUri(ports, { path: '/callback', query: 'code=stolen&state=secret' });
    assert.equal(log.text, 'info received a URI for /callback');
  });
});
