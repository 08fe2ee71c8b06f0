import assert from 'node:assert/strict';
import { mkdirSync } from 'node:fs';
import { rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { ShareNotStoredError } from '../../../src/core/outbox/errors.ts';
import type { Outbox } from '../../../src/core/outbox/outbox.ts';
import { passTime } from '../../support/fakes/passTime.ts';
import { canMountDisks, mountSmallDisk, type SmallDisk } from '../../support/harness/smallDisk.ts';
import { createTemporaryFolder, type TemporaryFolder } from '../../support/harness/temporaryFolder.ts';
import { needs } from '../../support/needs.ts';
import { openSession, type Session, someRoomId } from '../session.ts';
import { account, createOutbox } from './createOutbox.ts';

needs('root', canMountDisks()).describe('The outbox on a disk that is full, a real one', () => {
  let session: Session;
  let outbox: Outbox;
  let temporary: TemporaryFolder;
  let folder: string;
  let disk: SmallDisk;
  beforeEach(async () => {
    temporary = createTemporaryFolder();
    folder = join(temporary.path, 'disk');
    mkdirSync(folder);
    disk = mountSmallDisk(folder, 64);
    session = await openSession();
    outbox = await createOutbox(session, join(folder, 'outbox'));
  });
  afterEach(async () => {
    outbox.dispose();
    await session.close();
    disk.close();
    await temporary.remove();
  });

  it('sends only shares that it has stored, and continues when there is space again', async () => {
    const room = { id: await someRoomId(session), title: 'Room', account };
    const share = (markdown: string) =>
      passTime(session.clock, outbox.share({ room, name: 'a.ts', content: { kind: 'text', markdown } }), session);
    await share('first');
    const filling = join(folder, 'filling');
    await assert.rejects(writeFile(filling, Buffer.alloc(256 * 1024)), { code: 'ENOSPC' });
    const before = session.traffic.length;
    await assert.rejects(share('second'), (error) => error instanceof ShareNotStoredError && error.code === 'ENOSPC');
    assert.equal(session.traffic.length, before, 'nothing went out');
    const states = outbox.snapshot.shares.map(({ state }) => state);
    assert.deepEqual(states, ['sent']);
    await rm(filling);
    await share('third');
    const texts = (await session.received()).map(({ markdown }) => markdown);
    assert.deepEqual(texts, ['first', 'third']);
  });
});
