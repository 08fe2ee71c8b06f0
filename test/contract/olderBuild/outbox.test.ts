import assert from 'node:assert/strict';
import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { defaultMaxMessageBytes } from '../../../src/core/attachments/limits.ts';
import { DirectoryLocks } from '../../../src/core/base/storage/directoryLocks.ts';
import { createIdGenerator } from '../../../src/core/outbox/newShare.ts';
import { Outbox } from '../../../src/core/outbox/outbox.ts';
import { ShareFolder } from '../../../src/core/outbox/shareFolder.ts';
import type { ShareReason, ShareRecord, ShareState } from '../../../src/core/outbox/shareRecord.ts';
import { ShareStore } from '../../../src/core/outbox/shareStore.ts';
import { collect } from '../session.ts';
import { openStored, type Stored } from './openStored.ts';

/** Every share in the fixture: name, state, reason and detail. */
const storedShares: readonly (readonly [string, ShareState, ShareReason['kind']?, string?])[] = [
  ['held for the user', 'queued', 'offline', '127.0.0.1:43117'],
  ['given up', 'unknown', 'offline', '127.0.0.1:43117'],
  ['too long', 'failed', 'too-long'],
  ['changed file', 'failed', 'file-changed'],
  ['missing file', 'failed', 'file-unreadable', 'ENOENT'],
  ['first in line', 'queued', 'offline', '127.0.0.1:43117'],
  ['second in line', 'queued'],
  ['file on disk', 'queued'],
  ['copy of a file', 'queued', 'offline', '127.0.0.1:43117'],
  ['public file', 'queued', 'offline', '127.0.0.1:43117'],
  ['signed out', 'queued', 'sign-in-required', '401'],
  ['busy service', 'queued', 'service-unavailable', '503'],
  ['rate limited', 'queued', 'rate-limited', '429'],
  ['refused', 'failed', 'service-refused', '403'],
  ['other failure', 'failed', 'other'],
  ['failed three times', 'failed', 'service-unavailable', '503'],
  ['unconfirmed, arrived', 'unknown', 'checking', '502'],
  ['unconfirmed, lost', 'unknown', 'offline', '127.0.0.1:43117'],
  ['unreadable room', 'unknown', 'room-unreadable', '403'],
  ['unclear room', 'unknown', 'room-unclear'],
  ['sent', 'sent'],
  ['found by the user', 'sent'],
  ['killed, arrived', 'sending'],
  ['killed, lost', 'sending'],
];

describe('shares stored by build 803f19c', () => {
  let stored: Stored;
  let outbox: Outbox;
  beforeEach(async () => {
    stored = openStored();
    outbox = await openOutbox();
  });
  afterEach(async () => {
    outbox.dispose();
    await stored.close();
  });

  const ada = async () => {
    const [account] = await stored.accounts.list();
    assert.ok(account);
    return account;
  };

  async function openOutbox(): Promise<Outbox> {
    const { clock, log, clientOf } = stored;
    const folder = path.join(stored.storage, 'outbox');
    const files = new ShareFolder(folder);
    const store = new ShareStore(files, log);
    await store.refresh();
    const account = await ada();
    return new Outbox({
      ...{ files, store, clock, log, random: () => 0.5, newId: createIdGenerator() },
      locks: new DirectoryLocks(path.join(folder, 'claims'), { clock, log, random: () => 0.5 }),
      maxMessageBytes: () => defaultMaxMessageBytes,
      session: async () => ({ account, client: clientOf(account.id) }),
    });
  }

  const share = (name: string): ShareRecord | undefined =>
    outbox.snapshot.shares.find((record) => record.name === name);
  const idOf = (name: string): string => {
    const record = share(name);
    assert.ok(record, name);
    return record.id;
  };

  /** The messages of a room, oldest first. */
  async function messages(room: string): Promise<readonly (string | undefined)[]> {
    const account = await ada();
    const client = stored.clientOf(account.id);
    const { items: rooms } = await collect(client.listRooms({ max: 100 }));
    const roomId = rooms.find(({ title }) => title === `Room of ${room}`)?.id ?? '';
    const { items } = await collect(client.listMessages({ roomId }));
    return items.reverse().map(({ markdown, text, files }) => files?.map(() => `file: ${text}`).join() ?? markdown);
  }

  it('lists every share with its state and reason', () => {
    const { shares, unreadable } = outbox.snapshot;
    assert.deepEqual(unreadable, []);
    assert.deepEqual(
      shares.map(({ name, state, reason }) => [name, state, ...(reason ? Object.values(reason) : [])]),
      storedShares,
    );
    assert.ok(shares.every(({ accountLabel }) => accountLabel === stored.facts.people.ada));
    assert.deepEqual(new Set(shares.map(({ roomTitle }) => roomTitle.split(' ', 2).join(' '))), new Set(['Room of']));
  });

  it('keeps the content of shares that are not sent', () => {
    assert.deepEqual(share('second in line')?.content, { kind: 'text', markdown: 'Shared by 0.1: second in line' });
    assert.deepEqual(share('public file')?.content, { kind: 'url', url: 'https://files.example.com/plan.pdf' });
    const copy = share('copy of a file')?.content;
    assert.ok(copy?.kind === 'file' && copy.file.path === undefined);
    assert.deepEqual([copy.file.name, copy.text], ['shot.txt', 'A picture of 0.1']);
    assert.equal(share('sent')?.content, undefined);
    assert.equal(typeof share('sent')?.messageId, 'string');
  });

  it('holds a share that is older than a day', () => {
    const held = outbox.snapshot.shares.filter((record) => outbox.needsConfirmation(record)).map(({ name }) => name);
    assert.deepEqual(held, ['held for the user']);
  });

  it('delivers each queued share once and in order, and no other', async () => {
    // The service asked two of them to wait for twenty minutes.
    stored.clock.advance(30 * 60_000);
    await stored.pass(outbox.resume(true));
    assert.deepEqual(await messages('the queue'), [
      'Shared by 0.1: first in line',
      'Shared by 0.1: second in line',
      'file: A comment of 0.1',
    ]);
    const once = [
      'signed out',
      'busy service',
      'rate limited',
      'unconfirmed, arrived',
      'unconfirmed, lost',
      'killed, arrived',
    ];
    for (const name of [...once, 'sent']) assert.deepEqual(await messages(name), [`Shared by 0.1: ${name}`], name);
    assert.deepEqual(await messages('copy of a file'), ['file: A picture of 0.1']);
    assert.deepEqual(await messages('killed, lost'), ['file: A file of 0.1']);
    const never = [
      'held for the user',
      'given up',
      'too long',
      'changed file',
      'missing file',
      'refused',
      'other failure',
    ];
    for (const name of [...never, 'failed three times', 'unreadable room', 'unclear room'])
      assert.deepEqual(await messages(name), [], name);
    for (const name of [...once, 'first in line', 'file on disk', 'copy of a file', 'killed, lost'])
      assert.equal(share(name)?.state, 'sent', name);
    assert.equal(share('given up'), undefined, 'it did not arrive');
    assert.equal(share('failed three times')?.state, 'failed');
  });

  it('uploads files and the copies beside the records', async () => {
    await stored.pass(outbox.resume(true));
    const { bodies } = stored;
    assert.ok(bodies.some((text) => text.includes('Copy of 0.1: shot.txt')));
    assert.ok(bodies.some((text) => text.includes('File of 0.1: notes.txt')));
    assert.ok(bodies.some((text) => text.includes('Copy of 0.1: killed.txt')));
    const copies = path.join(stored.storage, 'outbox', `${idOf('copy of a file')}.copy`);
    await assert.rejects(readFile(copies), { code: 'ENOENT' });
  });

  it('lets the user retry, discard and mark as sent', async () => {
    for (const name of ['held for the user', 'refused', 'changed file', 'unclear room']) {
      await stored.pass(outbox.retry(idOf(name)));
      assert.equal(share(name)?.state, 'sent', name);
      assert.equal((await messages(name)).length, 1, name);
    }
    await stored.pass(outbox.markSent(idOf('unreadable room')));
    assert.equal(share('unreadable room')?.state, 'sent');
    const id = idOf('too long');
    await stored.pass(outbox.discard(id));
    assert.equal(share('too long'), undefined);
  });

  it('deletes a message that build 803f19c sent', async () => {
    const id = idOf('sent');
    await stored.pass(outbox.undo(id));
    assert.deepEqual(await messages('sent'), []);
  });
});
