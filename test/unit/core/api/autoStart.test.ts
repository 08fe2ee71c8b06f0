import assert from 'node:assert/strict';
import { withAutoStart } from '../../../../src/core/api/pipe.ts';
import { jsonBody } from '../../../../src/core/api/requestBody.ts';
import type { SendRequest } from '../../../../src/core/api/send.ts';
import { answer, connectionError, scriptedSend } from './scriptedSend.ts';

const post: SendRequest = { method: 'POST', url: 'http://127.0.0.1:4280/v1/messages', body: jsonBody({ text: 'hi' }) };

describe('A service that can be started', () => {
  it('is started when the connection is refused, and then gets the request with its body', async () => {
    const { send, sent } = scriptedSend((_, index) =>
      index === 0 ? Promise.reject(connectionError('unreachable', false)) : answer(200),
    );
    const origins: string[] = [];
    const restart = async (origin: string) => origins.push(origin) > 0;
    assert.equal((await withAutoStart(restart)(send)(post)).status, 200);
    assert.deepEqual(origins, ['http://127.0.0.1:4280']);
    assert.equal(`${sent[1]?.body}`, '{"text":"hi"}');
  });

  it('is not started when a request may have arrived, or for another failure', async () => {
    let starts = 0;
    const restart = async () => {
      starts += 1;
      return true;
    };
    for (const error of [
      connectionError('cut', true),
      connectionError('unreachable', true),
      connectionError('timeout', false),
      connectionError('tls', false),
      new TypeError('x'),
    ]) {
      const { send, sent } = scriptedSend(() => Promise.reject(error));
      await assert.rejects(withAutoStart(restart)(send)(post), error);
      assert.equal(sent.length, 1);
    }
    assert.equal(starts, 0);
  });

  it('rejects with the original error if it could not be started', async () => {
    const { send, sent } = scriptedSend(() => Promise.reject(connectionError('unreachable', false)));
    await assert.rejects(withAutoStart(async () => false)(send)(post), { kind: 'unreachable' });
    assert.equal(sent.length, 1);
  });
  it('is started once per request, and a second failure is final', async () => {
    const errors = [connectionError('unreachable', false), connectionError('unreachable', false)];
    const { send, sent } = scriptedSend((_, index) => Promise.reject(errors[index]));
    await assert.rejects(withAutoStart(async () => true)(send)(post), errors[1]);
    assert.equal(sent.length, 2);
  });
});
