import assert from 'node:assert/strict';
import { composeServicePipe } from '../../../../src/core/api/pipe.ts';
import { jsonBody } from '../../../../src/core/api/requestBody.ts';
import { requestTarget } from '../../../../src/core/api/send.ts';
import { ManualClock } from '../../../support/fakes/manualClock.ts';
import { RecordingLog } from '../../../support/fakes/recordingLog.ts';
import { answer, scriptedSend, settle } from './scriptedSend.ts';

describe('The pipe to a service', () => {
  it('names host and path of a request without its query and its user', () => {
    const host = 'api.example:8443';
    for (const [rest, path] of [
      ['/v1/rooms?a=/b', '/v1/rooms'],
      ['/v1/rooms#/b', '/v1/rooms'],
      ['/v1/rooms', '/v1/rooms'],
      ['?a=/b', '/'],
      ['', '/'],
    ])
      assert.deepEqual(requestTarget(`https://me:word@${host}${rest}`), { host, path });
  });

  it('waits after a 429, refreshes a token that is then refused, and logs the request once', async () => {
    const [clock, log] = [new ManualClock(), new RecordingLog()];
    const { send: transport, sent } = scriptedSend((_, index) => answer([429, 401, 200][index] ?? 500));
    const tokens = { get: async () => 'old', refresh: async () => 'new' };
    const send = composeServicePipe({ transport, baseUrl: 'https://api.example', tokens, clock, log });
    const pending = send({
      method: 'PUT',
      url: 'https://api.example/v1/messages?a=b',
      body: jsonBody({ text: 'hi' }),
    });
    await settle();
    clock.advance(1000);
    assert.equal((await pending).status, 200);
    assert.deepEqual(
      sent.map(({ request, body }) => `${request.headers?.authorization} ${body}`),
      ['Bearer old {"text":"hi"}', 'Bearer old {"text":"hi"}', 'Bearer new {"text":"hi"}'],
    );
    assert.equal(
      log.text,
      'info PUT /v1/messages was rate limited: waiting 1000 ms\ndebug PUT /v1/messages 200 1000 ms',
    );
  });
});
