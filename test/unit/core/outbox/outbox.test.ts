import assert from 'node:assert/strict';
import { fileURLToPath } from 'node:url';
import type { NewMessage } from '../../../../src/core/api/client.ts';
import { ServiceError } from '../../../../src/core/api/errors.ts';
import { TooLargeError } from '../../../../src/core/attachments/limits.ts';
import { SignInRequiredError } from '../../../../src/core/auth/errors.ts';
import { ShareLockedError } from '../../../../src/core/outbox/errors.ts';
import { needsConfirmation } from '../../../../src/core/outbox/shareState.ts';
import { passTime } from '../../../support/fakes/passTime.ts';
import { settle } from '../api/scriptedSend.ts';
import { ada, fail, message, openWorld, useWorld } from './openWindow.ts';

const hourMs = 60 * 60_000;
const dayMs = 24 * hourMs;

/** The contract of the outbox: a share that the user has confirmed arrives exactly once, or the user decides. */
describe('The outbox', () => {
  let { clock, disk, server, window, rests } = openWorld();
  const { open, share, resume, stored, states, firstId, queue, untilPosted } = useWorld((world) => {
    ({ clock, disk, server, window, rests } = world);
  });

  describe('before it sends', () => {
    it('writes each share to the disk, and keeps no content of one that was sent', async () => {
      const kept = await window.outbox.store(message('secret of the day'));
      assert.deepEqual([states(), server.postCount], [['queued'], 0]);
      assert.equal((await kept.deliver()).record?.state, 'sent');
      assert.deepEqual(server.texts, ['secret of the day']);
      assert.doesNotMatch(JSON.stringify(stored()), /secret of the day/);
      assert.deepEqual([window.files.writeCount, disk.holders.size], [3, 0], 'queued, sending, sent');
      assert.equal(window.files.listCount, 1, 'for older shares of the room, and not for its own changes');
    });

    it('refuses a text above the limit', async () => {
      await assert.rejects(window.outbox.share(message('é'.repeat(5000))), TooLargeError);
      assert.deepEqual([server.postCount, disk.records.size], [0, 0]);
    });

    for (const [problem, code, breakDisk] of [
      ['is full', 'ENOSPC', () => (disk.isFull = true)],
      ['is read-only', 'EROFS', () => Object.assign(window.files, { acquire: () => fail('EROFS') })],
      [
        'has no folder',
        'ENOTDIR',
        () => Object.assign(window.files, { ids: () => fail('ENOTDIR'), write: () => fail('ENOTDIR') }),
      ],
    ] as const) {
      it(`sends nothing if the disk ${problem}, unless the user confirms`, async () => {
        breakDisk();
        await assert.rejects(window.outbox.share(message('hello')), { name: 'ShareNotStoredError', code });
        assert.deepEqual([server.postCount, disk.records.size, disk.holders.size], [0, 0, 0]);
        const steps: unknown[] = [];
        const onStep = (step: string) => steps.push([step, window.outbox.snapshot.shares[0]?.state]);
        const share = await window.outbox.store(message('hello'), { isMemoryOnly: true });
        const { record } = await share.deliver({ onStep });
        assert.deepEqual([record?.state, server.texts, steps], ['sent', ['hello'], [['sending', 'sending']]]);
        assert.equal(disk.records.size, 0);
      });
    }

    it('does not send a file that has changed since it was confirmed, also when asked again', async () => {
      const path = fileURLToPath(import.meta.url);
      const file = { name: 'a.ts', mediaType: 'text/plain', byteLength: 3, path, version: 'older' };
      const { record } = await window.outbox.share({ ...message(''), content: { kind: 'file', file } });
      const again = await window.outbox.retry(record?.id ?? '');
      assert.deepEqual([record?.reason?.kind, again?.record?.reason?.kind], ['file-changed', 'file-changed']);
      assert.equal(server.postCount, 0);
    });

    it('keeps a copy of bytes that exist nowhere else, or sends them from memory', async () => {
      const sent: string[] = [];
      const answers: Error[] = [];
      const createMessage = async ({ roomId, file, beforeSend }: NewMessage) => {
        await beforeSend?.();
        for await (const chunk of file?.open() ?? []) sent.push(`${file?.name}: ${Buffer.from(chunk)}`);
        const answer = answers.pop();
        if (answer !== undefined) throw answer;
        return { id: 'm', roomId };
      };
      window.state.client = { ...server.client(ada.personId), createMessage };
      const bytes = Buffer.from('a picture');
      const file = { name: 'a.png', mediaType: 'image/png', byteLength: bytes.byteLength, bytes };
      const picture = { ...message(''), content: { kind: 'file', file } } as const;
      await window.outbox.store(picture);
      assert.deepEqual([...disk.copies.values()].map(String), ['a picture']);
      answers.push(new ServiceError({ method: 'POST', path: '/v1/messages', status: 403 }));
      const { record } = await (await window.outbox.store(picture, { isMemoryOnly: true })).deliver();
      await window.outbox.retry(record?.id ?? '');
      assert.deepEqual(sent, ['a.png: a picture', 'a.png: a picture']);
      assert.equal(window.store.get(record?.id ?? '')?.content, undefined, 'a sent share keeps no content');
    });
  });

  describe('when the answer is lost', () => {
    for (const status of [403, 404, 405]) {
      it(`lets the user decide if the room cannot be read (${status})`, async () => {
        server.fates.push('cut-after', 'cut-after');
        server.listStatus = status;
        const first = await share('hello');
        const reason = { kind: 'room-unreadable', detail: String(status) };
        assert.deepEqual([first.record?.state, first.record?.reason], ['unknown', reason]);
        await resume();
        assert.equal(server.postCount, 1);
        await window.outbox.markSent(first.record?.id ?? '');
        assert.deepEqual(states(), ['sent']);
        const second = await share('again');
        server.listStatus = undefined;
        assert.equal((await passTime(clock, window.outbox.retry(second.record?.id ?? '')))?.record?.state, 'sent');
        assert.deepEqual(server.texts, ['hello', 'again', 'again'], 'the user wanted it a second time');
      });
    }

    it('does not send an arrived share again if its outcome cannot be written', async () => {
      server.fates.push('cut-after');
      const steps: string[] = [];
      const done = window.outbox.share(message('hello'), { onStep: (step) => steps.push(step) });
      await untilPosted(1);
      disk.isFull = true;
      assert.equal((await passTime(clock, done)).record?.state, 'sent');
      await open().outbox.resume();
      assert.deepEqual([server.texts, disk.records.size, steps], [['hello'], 0, ['sending', 'checking']]);
    });
  });

  describe('with several windows and accounts', () => {
    it('sends each share from one window', async () => {
      await queue(['a'], ['b'], ['c']);
      const windows = [open(), open(), window];
      await passTime(clock, Promise.all(windows.map(({ outbox }) => outbox.resume(true))));
      await resume();
      assert.deepEqual([server.texts, server.postCount], [['a', 'b', 'c'], 3]);
      const seen = windows.map(({ outbox }) => outbox.snapshot.shares.map(({ state }) => state));
      assert.deepEqual(seen, Array(3).fill(['sent', 'sent', 'sent']));
    });

    it('leaves a stored share to its window, and sends it if that window ends', async () => {
      await window.outbox.store(message('a'));
      const other = open();
      const resumed = other.outbox.resume(true);
      await settle();
      assert.equal(server.postCount, 0);
      window.files.die();
      await passTime(clock, resumed);
      assert.deepEqual([server.texts, server.postCount], [['a'], 1]);
    });

    it('does not wait in one room for what another window sends to another room', async () => {
      await queue(['b', 'room-2']);
      server.fates.push('held-lost');
      void open().outbox.share(message('a'));
      await untilPosted(1);
      void window.outbox.resume(true);
      await settle();
      assert.deepEqual(server.texts, ['b']);
    });

    it('leaves alone a share that another window has locked, and what follows it in its room', async () => {
      await queue(['a'], ['b']);
      const [first, { acquire }] = [firstId(), window.files];
      window.files.acquire = async (id, waitMs) => (id === first ? undefined : acquire.call(window.files, id, waitMs));
      for (const act of ['discard', 'markSent', 'retry'] as const)
        await assert.rejects(async () => window.outbox[act](first), ShareLockedError);
      clock.advance(5000); // the back-off
      await settle();
      assert.deepEqual([server.postCount, window.outbox.nextTryMs(ada.id)], [0, clock.now() + 5000], 'it looks again');
      window.files.acquire = (id, waitMs) => {
        const ended = { state: 'sent', messageId: 'of the other', endedMs: clock.now() };
        if (id === first) disk.records.set(id, JSON.stringify({ ...stored()[0], ...ended }));
        return acquire.call(window.files, id, waitMs);
      };
      await resume();
      const sent = rests.flatMap(({ record }) => (record?.state === 'sent' ? record.messageId : []));
      assert.deepEqual([server.texts, sent], [['b'], ['message-1']], 'the other window has sent the first one');
    });

    it('sees a new share of another window, and sends it before a later one of the room', async () => {
      const other = open();
      await queue(['a']);
      await settle();
      assert.deepEqual(
        other.outbox.snapshot.shares.map(({ state }) => state),
        ['queued'],
      );
      clock.advance(1); // so that it is later
      await passTime(clock, open().outbox.share(message('b')));
      assert.deepEqual(server.texts, ['a', 'b'], 'from a window that was not open then');
    });
  });

  describe('for the user', () => {
    it('asks for confirmation of shares older than a day', async () => {
      await queue(['old']);
      clock.set(clock.now() + 25 * hourMs);
      await resume();
      const [record = assert.fail()] = window.outbox.snapshot.shares;
      assert.deepEqual([server.texts, needsConfirmation(record, clock.now())], [[], true]);
      await window.outbox.retry(record.id);
      assert.deepEqual(server.texts, ['old']);
    });

    it('removes sent shares after a week, and all but the last fifty after an hour', async () => {
      for (let count = 0; count < 52; count += 1) await share(`text ${count}`);
      const [, , third] = window.outbox.snapshot.shares;
      for (const [passedMs, length] of [
        [hourMs, 52],
        [1, 50],
      ] as const) {
        clock.set(clock.now() + passedMs);
        await resume();
        assert.equal(window.outbox.snapshot.shares.length, length);
      }
      assert.equal(window.outbox.snapshot.shares[0]?.id, third?.id);
      clock.set(clock.now() + 7 * dayMs);
      await resume();
      assert.deepEqual([window.outbox.snapshot.shares, disk.records.size], [[], 0]);
    });

    for (const [state, fate] of [
      ['unknown', 'cut-lost'],
      ['sending', 'held-lost'],
    ] as const) {
      it(`removes all stored data, and stops a delivery (${state})`, async () => {
        const kept = await window.outbox.store(message('kept'));
        server.fates.push(fate);
        const done = window.outbox.share(message('a', 'room-2')).catch(() => undefined);
        while (states()[1] !== state || server.postCount === 0) await settle();
        await window.outbox.removeAll();
        await passTime(clock, done);
        assert.deepEqual(await kept.deliver(), { record: undefined });
        await resume();
        assert.deepEqual([server.texts, server.postCount, disk.records.size], [[], 1, 0]);
      });
    }

    it('reports each accepted message, also one found in a new direct room', async () => {
      const posts: unknown[] = [];
      window.outbox.onDidPost(({ accountId, message: post }) => posts.push([accountId, post.id, post.roomId]));
      window.outbox.onDidPost(() => {
        throw new Error('a broken listener');
      });
      await share('hello');
      server.fates.push('status-403');
      await share('not accepted');
      server.fates.push('cut-after');
      const room = { id: '', title: 'Zoe', toPerson: { id: 'zoe', name: 'Zoe' }, account: ada };
      await passTime(clock, window.outbox.share({ ...message('to Zoe'), room }));
      assert.deepEqual(posts, [
        ['ada', 'message-1', 'room-1'],
        ['ada', 'message-2', 'direct-zoe'],
      ]);
      assert.match(window.log.text, /a listener of posts failed/);
    });

    it('deletes a share from its room', async () => {
      const { record } = await share('a');
      window.state.account = undefined;
      await assert.rejects(window.outbox.undo(record?.id ?? ''), SignInRequiredError);
      await window.outbox.undo('of another list');
      window.state.account = ada;
      await window.outbox.undo(record?.id ?? '');
      assert.deepEqual([server.texts, states()], [[], []]);
    });

    it('lists records that it cannot read, and continues with the others', async () => {
      const { read } = window.files;
      const records = { '0-broken': '{"version":1', '0-locked': '{}', '0-newer': '{"version":4}' };
      for (const [id, text] of Object.entries(records)) disk.records.set(id, text);
      window.files.read = (id) => (id === '0-locked' ? fail('EACCES') : read.call(window.files, id));
      window.files.removeOrphans = () => fail('EACCES');
      await queue(['a']);
      disk.records.set('0-other', [...disk.records.values()].at(-1) ?? '');
      await resume();
      assert.deepEqual([server.texts, window.outbox.snapshot.shares.length], [['a'], 1]);
      assert.deepEqual(window.outbox.snapshot.unreadable, [
        { id: '0-broken', problem: 'broken' },
        { id: '0-locked', problem: 'system', code: 'EACCES' },
        { id: '0-newer', problem: 'newer' },
        { id: '0-other', problem: 'broken' },
      ]);
      for (const [id, text] of Object.entries(records)) assert.equal(disk.records.get(id), text);
      window.files.read = read;
      await window.outbox.resume(true);
      assert.equal(window.outbox.snapshot.unreadable.find(({ id }) => id === '0-locked')?.problem, 'broken');
    });
  });
});
