import assert from 'node:assert/strict';
import { randomBytes } from 'node:crypto';
import { stat, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { NewShare } from '../../../src/core/outbox/newShare.ts';
import { passTime } from '../../support/fakes/passTime.ts';
import { openSession, someRoomId } from '../session.ts';
import { account, useOutbox } from './createOutbox.ts';
import { connectSlowly, type Slowness } from './slowServer.ts';

describe('The outbox with a slow server', function () {
  this.timeout(30_000);
  const slowness: Slowness[] = [];
  const open = () => openSession({}, (sandbox) => connectSlowly(sandbox, slowness));
  const { session, temporary, outbox } = useOutbox(open);
  let roomId: string;
  beforeEach(async () => {
    slowness.length = 0;
    roomId = await someRoomId(session);
  });

  async function share(content: NewShare['content']): Promise<string | undefined> {
    const room = { id: roomId, title: 'Room', account };
    const done = outbox().share({ room, name: 'a.ts', content });
    return (await passTime(session.clock, done, session)).record?.state;
  }
  const posts = () => session.traffic.filter(({ request }) => request.method === 'POST').length;

  const cases: readonly [Slowness, number][] = [
    ['reads nothing and sends no response', 2],
    ['reads everything and sends no response', 1],
    ['reads the body byte by byte', 1],
    ['responds byte by byte', 1],
    ['closes the connection in the middle of a slow response', 1],
  ];
  for (const [slow, postCount] of cases) {
    it(`delivers a message once if the server ${slow}`, async () => {
      slowness.push(slow);
      assert.equal(await share({ kind: 'text', markdown: `**long**\n\n${'漢 '.repeat(500)}` }), 'sent');
      assert.equal((await session.received()).length, 1);
      assert.equal(posts(), postCount);
    });

    it(`delivers a file once if the server ${slow}`, async () => {
      slowness.push(slow);
      const path = join(temporary.path, 'a.bin');
      await writeFile(path, randomBytes(2_000));
      const { size: byteLength, mtimeMs } = await stat(path);
      const file = { name: 'a.bin', mediaType: 'application/octet-stream', byteLength, path, mtimeMs };
      assert.equal(await share({ kind: 'file', file }), 'sent');
      assert.equal((await session.received()).length, 1);
      assert.equal(posts(), postCount);
    });
  }
});
