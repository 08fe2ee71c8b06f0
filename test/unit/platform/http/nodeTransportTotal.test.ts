import assert from 'node:assert/strict';
import type { ServerResponse } from 'node:http';
import type { RequestBody, SendRequest } from '../../../../src/core/api/send.ts';
import { createNodeTransport } from '../../../../src/platform/http/nodeTransport.ts';
import { ManualClock } from '../../../support/fakes/manualClock.ts';
import { listenHttp, useServers } from './rawServer.ts';

const minuteMs = 60_000;
const timeout = { name: 'ConnectionError', kind: 'timeout', code: 'ETIMEDOUT', mayHaveBeenProcessed: true };

describe('The total time limit of the node transport', () => {
  const started = useServers();

  /** A server whose response, and a transport whose clock, are advanced by the test. */
  async function setUp() {
    const clock = new ManualClock();
    const answering = Promise.withResolvers<ServerResponse>();
    const server = await started(
      listenHttp((request, response) => {
        request.resume().once('end', () => {
          response.flushHeaders();
          answering.resolve(response);
        });
      }),
    );
    const send = createNodeTransport({ clock });
    const open = async (request: Partial<SendRequest>) => {
      const [response, answer] = await Promise.all([
        send({ method: 'GET', url: server.origin, ...request }),
        answering.promise,
      ]);
      const reader = response.body[Symbol.asyncIterator]();
      const trickle = async (byteLength: number): Promise<void> => {
        answer.write(Buffer.alloc(byteLength, 'x'));
        for (let left = byteLength; left > 0; ) left -= (await reader.next()).value?.byteLength ?? left;
      };
      return { answer, reader, trickle };
    };
    return { clock, send, open, origin: server.origin };
  }

  it('ends a JSON response that trickles, even if its bytes arrive regularly', async () => {
    const { clock, open } = await setUp();
    const { reader, trickle } = await open({});
    for (let minute = 0; minute < 3; minute += 1) {
      await trickle(64 * 1024);
      assert.equal(clock.timerCount, 1);
      clock.advance(minuteMs - (minute === 2 ? 1 : 0));
    }
    await trickle(1);
    clock.advance(1);
    await assert.rejects(reader.next(), timeout);
    assert.equal(clock.timerCount, 0);
  });

  it('extends a download by a second for each 16 KiB received', async () => {
    const { clock, open } = await setUp();
    const { reader, trickle } = await open({ isDownload: true });
    await trickle(160 * 1024);
    clock.advance(3 * minuteMs);
    await trickle(16 * 1024);
    clock.advance(10_000);
    await trickle(1);
    clock.advance(999);
    await trickle(1);
    clock.advance(1);
    await assert.rejects(reader.next(), timeout);
  });

  it('extends an upload by a second for each 16 KiB of its body', async () => {
    const clock = new ManualClock();
    const received = Promise.withResolvers<void>();
    const server = await started(listenHttp((request) => void request.resume().once('end', () => received.resolve())));
    const body: RequestBody = {
      contentType: 'application/octet-stream',
      byteLength: 160 * 1024,
      async *open() {
        yield Buffer.alloc(160 * 1024);
      },
    };
    const send = createNodeTransport({ clock, totalTimeoutMs: 3 * minuteMs });
    const sending = send({ method: 'POST', url: server.origin, body });
    await received.promise;
    clock.advance(3 * minuteMs + 9_999);
    assert.equal(clock.timerCount, 1);
    clock.advance(1);
    await assert.rejects(sending, timeout);
  });

  it('does not count the time in which a reader pauses a download', async () => {
    const { clock, open } = await setUp();
    const { answer, reader } = await open({ isDownload: true });
    const byteLength = 8 * 1024 * 1024;
    assert.equal(answer.write(Buffer.alloc(byteLength)), false);
    let readBytes = (await reader.next()).value?.byteLength ?? 0;
    for (let turn = 0; turn < 50; turn += 1) await new Promise<void>((resolve) => setImmediate(resolve));
    clock.advance(60 * minuteMs);
    answer.end();
    for (let step = await reader.next(); !step.done; step = await reader.next()) readBytes += step.value.byteLength;
    assert.equal(readBytes, byteLength);
    assert.equal(clock.timerCount, 0);
  });
});
