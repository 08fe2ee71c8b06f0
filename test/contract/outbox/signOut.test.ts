import assert from 'node:assert/strict';
import { randomBytes } from 'node:crypto';
import { stat, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { SignedOutError } from '../../../src/core/outbox/errors.ts';
import { passTime } from '../../support/fakes/passTime.ts';
import { openSession, someRoomId } from '../session.ts';
import { account, useOutbox } from './createOutbox.ts';
import { connectSlowly, type Slowness } from './slowServer.ts';

/** More than the buffers of a connection hold. */
const byteLength = 30_000_000;
/** Longer than any of these tests waits. */
const limitMs = 30_000;

describe('An upload during a sign-out', function () {
  this.timeout(30_000);
  const slowness: Slowness[] = [];
  let isSignedIn: boolean;
  let sentBytes: number;
  const open = () => openSession({}, (sandbox) => connectSlowly(sandbox, slowness, limitMs));
  const { session, temporary, outbox } = useOutbox(open, () => isSignedIn);
  beforeEach(() => {
    slowness.length = 0;
    isSignedIn = true;
    sentBytes = 0;
  });
  const postCount = () => session.traffic.filter(({ request }) => request.method === 'POST').length;
  const state = () => outbox().snapshot.shares.map((record) => [record.state, record.reason?.kind]);

  /** Uploads a file, signs out at this point of the upload, and signs in again. @returns the records in between */
  async function signOutWhen(slow: Slowness, isFar: () => Promise<boolean>) {
    slowness.push(slow);
    const path = join(temporary.path, 'a.bin');
    await writeFile(path, randomBytes(byteLength));
    const { mtimeMs } = await stat(path);
    const file = { name: 'a.bin', mediaType: 'application/octet-stream', byteLength, path, mtimeMs };
    const room = { id: await someRoomId(session), title: 'Room', account };
    const onProgress = (bytes: number): void => {
      sentBytes = bytes;
    };
    const done = outbox().share({ room, name: 'a.bin', content: { kind: 'file', file } }, { onProgress });
    while (!(await isFar())) await new Promise(setImmediate);
    isSignedIn = false;
    await outbox().stopAccount('ada');
    assert.ok((await done).error instanceof SignedOutError);
    const left = state();
    isSignedIn = true;
    await passTime(session.clock, outbox().resume(), session);
    return left;
  }

  it('stops during the file, and the file is sent once after the next sign-in', async () => {
    const left = await signOutWhen('reads nothing and sends no response', async () => sentBytes > 0);
    assert.deepEqual(left, [['queued', 'sign-in-required']]);
    assert.deepEqual([(await session.received()).length, postCount(), state()[0]?.[0]], [1, 2, 'sent']);
  });

  it('stops before the answer, and the file is found in the room after the next sign-in', async () => {
    const hasArrived = async () => (await session.received()).length > 0;
    const left = await signOutWhen('reads everything and sends no response', hasArrived);
    assert.deepEqual(left, [['unknown', 'sign-in-required']]);
    assert.deepEqual([(await session.received()).length, postCount(), state()[0]?.[0]], [1, 1, 'sent']);
  });
});
