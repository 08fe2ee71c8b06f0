import assert from 'node:assert/strict';
import { ConnectionError } from '../../../../src/core/api/errors.ts';
import { withLog } from '../../../../src/core/api/pipe.ts';
import type { SendRequest } from '../../../../src/core/api/send.ts';
import { CancelledError } from '../../../../src/core/base/errors.ts';
import { ManualClock } from '../../../support/fakes/manualClock.ts';
import { RecordingLog } from '../../../support/fakes/recordingLog.ts';
import { answer } from './scriptedSend.ts';

const request: SendRequest = {
  method: 'GET',
  url: 'https://user:word@api.example/v1/people?displayName=secret#secret',
  headers: { authorization: 'Bearer secret' },
};

describe('The request log', () => {
  it('contains method, path, status and milliseconds, and no private data', async () => {
    const [log, clock] = [new RecordingLog(), new ManualClock()];
    const send = withLog(
      log,
      clock,
    )(async () => {
      clock.advance(12);
      return answer(403, 'secret');
    });
    await send(request);
    assert.equal(log.text, 'debug GET /v1/people 403 12 ms');
  });

  it('contains the reason of a failure, but no error message, which may be private', async () => {
    const failures: [Error, string][] = [
      [
        new ConnectionError({ host: 'api.example', code: 'ECONNRESET', kind: 'cut', mayHaveBeenProcessed: true }),
        'warn GET /v1/people failed (api.example: cut (ECONNRESET)) 0 ms',
      ],
      [new TypeError('Invalid URL: https://api.example/?secret'), 'warn GET /v1/people failed (TypeError) 0 ms'],
      [new CancelledError(), 'debug GET /v1/people cancelled 0 ms'],
    ];
    for (const [failure, expected] of failures) {
      const log = new RecordingLog();
      await assert.rejects(withLog(log, new ManualClock())(() => Promise.reject(failure))(request), failure);
      assert.equal(log.text, expected);
    }
  });
});
