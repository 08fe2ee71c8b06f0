import assert from 'node:assert/strict';
import { TooLargeError } from '../../../../src/core/attachments/limits.ts';
import { SignInRequiredError } from '../../../../src/core/auth/errors.ts';
import { CancelledError } from '../../../../src/core/base/errors.ts';
import { ShareNotStoredError } from '../../../../src/core/outbox/errors.ts';
import { passTime } from '../../../support/fakes/passTime.ts';
import { settle } from '../api/scriptedSend.ts';
import { ada, grace, message, openWindow, openWorld } from './openWindow.ts';

describe('the outbox', () => {
  let { clock, disk, server, window, rests } = openWorld();
  beforeEach(() => {
    ({ clock, disk, server, window, rests } = openWorld());
  });
  const open = () => openWindow({ disk, server, clock });
  const share = (text: string, in_ = window) => passTime(clock, in_.outbox.share(message(text)));
  const stored = () => [...disk.records.values()].map((text) => JSON.parse(text) as Record<string, unknown>);
  const states = () => stored().map(({ state }) => state);

  it('sends a share, and keeps no content', async () => {
    const { record } = await share('secret of the day');
    assert.equal(record?.state, 'sent');
    assert.deepEqual(server.texts, ['secret of the day']);
    assert.equal(window.files.writeCount, 3, 'queued, being sent, sent');
    assert.doesNotMatch([...disk.records.values()].join(), /secret of the day/);
    assert.equal(disk.holders.size, 0);
  });

  it('stores the state sending before the first byte is sent', async () => {
    server.fates.push('dies-before');
    void window.outbox.share(message('hello'));
    await settle();
    assert.equal(window.files.isDead, true);
    assert.deepEqual(states(), ['sending']);
  });

  it('sends nothing on a full disk, unless the user confirms', async () => {
    disk.isFull = true;
    await assert.rejects(window.outbox.share(message('hello')), (error) => {
      assert.ok(error instanceof ShareNotStoredError);
      assert.equal(error.code, 'ENOSPC');
      return true;
    });
    assert.equal(server.postCount, 0);
    const steps: unknown[] = [];
    const { record } = await window.outbox.share(message('hello'), {
      isMemoryOnly: true,
      onStep: (step) => steps.push([step, window.outbox.snapshot.shares[0]?.state]),
    });
    assert.equal(record?.state, 'sent');
    assert.deepEqual([server.texts, steps], [['hello'], [['sending', 'sending']]]);
    assert.equal(disk.records.size, 0);
  });

  it('sends nothing if the folder cannot be read', async () => {
    const failure = Object.assign(new Error('not a directory'), { code: 'ENOTDIR' });
    window.files.ids = () => Promise.reject(failure);
    window.files.write = () => Promise.reject(failure);
    await assert.rejects(share('hello'), (error) => error instanceof ShareNotStoredError && error.code === 'ENOTDIR');
    assert.equal(server.postCount, 0);
    assert.equal((await window.outbox.share(message('hello'), { isMemoryOnly: true })).record?.state, 'sent');
  });

  it('sends a stored share if the folder cannot be listed', async () => {
    window.files.ids = () => Promise.reject(Object.assign(new Error('too many open files'), { code: 'EMFILE' }));
    assert.equal((await share('hello')).record?.state, 'sent');
  });

  it('does not send an arrived share again when the disk is full', async () => {
    server.fates.push('cut-after');
    const done = window.outbox.share(message('hello'));
    await settle();
    disk.isFull = true;
    assert.equal((await passTime(clock, done)).record?.state, 'sent');
    assert.equal(disk.records.size, 0);
    await open().outbox.resume();
    assert.deepEqual(server.texts, ['hello']);
  });

  for (const fate of ['cut-after', 'status-502-done'] as const) {
    it(`finds a share that arrived although the response was lost (${fate})`, async () => {
      server.skewMs = -90 * 60_000;
      server.fates.push(fate);
      const steps: string[] = [];
      const sharing = window.outbox.share(message('hello'), { onStep: (step) => steps.push(step) });
      const { record, error } = await passTime(clock, sharing);
      assert.deepEqual([record?.state, record?.messageId, error], ['sent', 'message-1', undefined]);
      assert.deepEqual([server.postCount, steps], [1, ['sending', 'checking']]);
    });
  }

  for (const [change, act, state] of [
    ['trims blanks', (text: string) => text.replace(/^ +| +$/gm, ''), 'unknown'],
    ['escapes signs', (text: string) => text.replaceAll('&', '&amp;').replaceAll('<', '&lt;'), 'unknown'],
    ['composes characters in another way', (text: string) => text.normalize('NFD'), 'sent'],
    ['writes CRLF', (text: string) => text.replaceAll('\n', '\r\n'), 'sent'],
  ] as const) {
    it(`sends one message to a service that ${change} if its responses are lost`, async () => {
      server.change = act;
      server.fates.push('cut-after', 'cut-after', 'cut-after');
      const { record } = await share('**é.ts** · line 1  \nsee\n\n```ts\n  if (a < b && c) return;\n```');
      assert.deepEqual([record?.state, server.postCount], [state, 1]);
      assert.equal(record?.reason?.kind, state === 'sent' ? undefined : 'room-unclear', 'the user decides');
    });
  }

  for (const fate of ['cut-lost', 'status-503'] as const) {
    it(`resends a share that certainly did not arrive (${fate})`, async () => {
      server.skewMs = 90 * 60_000;
      server.fates.push(fate);
      const { record } = await share('hello');
      assert.equal(record?.state, 'sent');
      assert.deepEqual(server.texts, ['hello']);
      assert.equal(server.postCount, 2);
    });
  }

  for (const status of ['status-500', 'status-503'] as const) {
    it(`keeps a share queued that the service keeps failing (${status}), and sends it later by itself`, async () => {
      server.fates.push(...Array.from({ length: 5 }, () => status));
      const { record, error } = await share('hello');
      assert.deepEqual([record?.state, record?.reason?.kind], ['queued', 'service-unavailable']);
      assert.match(String(error), new RegExp(status.slice(-3)));
      assert.equal(server.postCount, 3, 'the caller gets the result');
      const finished = new Promise((resolve) =>
        window.outbox.onDidFinish(({ record: end }) => end?.state === 'sent' && resolve(end)),
      );
      await passTime(clock, finished);
      assert.deepEqual(server.texts, ['hello']);
      assert.equal(server.postCount, 6);
    });
  }

  it('returns the refusal of a share that is tried again', async () => {
    server.fates.push('status-403', 'status-403');
    const { record } = await share('hello');
    assert.equal(record?.state, 'failed');
    assert.match(String((await window.outbox.retry(record?.id ?? ''))?.error), /403/);
    assert.deepEqual(rests, [], 'the caller gets the result');
    assert.equal((await passTime(clock, window.outbox.retry(record?.id ?? '')))?.record?.state, 'sent');
    assert.deepEqual(server.texts, ['hello']);
  });

  it('waits as long as the service asks, also in a window that opens meanwhile', async () => {
    server.retryAfterMs = 90_000;
    server.fates.push('status-503');
    const { record } = await share('hello');
    assert.equal(record?.state, 'queued');
    assert.equal(window.outbox.nextTryMs, record?.notBeforeMs);
    const next = open();
    for (const { outbox } of [window, next]) await outbox.resume(true);
    clock.advance(85_000);
    await settle();
    assert.equal(server.postCount, 1);
    clock.advance(1000);
    await settle();
    assert.deepEqual([server.postCount, server.texts], [2, ['hello']]);
    assert.deepEqual(states(), ['sent']);
  });

  it('does not delay later shares of the room longer, and sends immediately on retry', async () => {
    server.retryAfterMs = 90_000;
    server.fates.push('status-503');
    const { record } = await share('hello');
    const later = await share('later');
    assert.equal(later.record?.state, 'queued', 'in order');
    await window.outbox.retry(record?.id ?? '');
    assert.deepEqual(server.texts, ['hello', 'later']);
  });

  it('ends a short wait when the user retries, and waits again when the service asks', async () => {
    server.retryAfterMs = 9000;
    server.fates.push('status-503', 'status-503');
    const done = window.outbox.share(message('hello'));
    const untilItWaits = async (postCount: number): Promise<void> => {
      for (await settle(); server.postCount < postCount || states()[0] !== 'queued'; await settle()) clock.advance(500);
    };
    await untilItWaits(1);
    clock.advance(1000);
    const requestedMs = clock.now();
    assert.equal(
      await window.outbox.retry(String(stored()[0]?.id)),
      undefined,
      'the caller of share() gets the result',
    );
    await settle();
    assert.deepEqual([server.postCount, clock.now()], [2, requestedMs]);
    await untilItWaits(2);
    assert.equal((await passTime(clock, done)).record?.state, 'sent');
    assert.equal(clock.now() - requestedMs, 9000);
    assert.deepEqual([server.postCount, server.texts], [3, ['hello']]);
  });

  it('waits a short time inside the delivery, and removes the share when it is cancelled', async () => {
    server.retryAfterMs = 9000;
    server.fates.push('status-503');
    const beganMs = clock.now();
    assert.equal((await share('hello')).record?.state, 'sent');
    assert.equal(clock.now() - beganMs, 9000);
    server.fates.push('status-503');
    const abort = new AbortController();
    const done = window.outbox.share(message('cancelled'), { signal: abort.signal });
    await settle();
    for (const ms of [1000, 3000, 1000]) {
      clock.advance(ms);
      await settle();
    }
    abort.abort();
    await assert.rejects(done, CancelledError);
    await passTime(clock, window.outbox.resume(true));
    assert.deepEqual([server.texts, states()], [['hello'], ['sent']]);
  });

  it('neither stores nor sends a text above the limit', async () => {
    await assert.rejects(window.outbox.share(message('é'.repeat(5000))), TooLargeError);
    assert.deepEqual([server.postCount, disk.records.size], [0, 0]);
  });

  for (const status of [403, 404, 405]) {
    it(`leaves it to the user if the room cannot be read (${status})`, async () => {
      server.fates.push('cut-after', 'cut-after');
      server.listStatus = status;
      const first = await share('hello');
      assert.equal(first.record?.state, 'unknown');
      assert.deepEqual(first.record?.reason, { kind: 'room-unreadable', detail: String(status) });
      await window.outbox.resume();
      assert.equal(server.postCount, 1);
      await window.outbox.markSent(first.record?.id ?? '');
      assert.deepEqual(states(), ['sent']);
      const second = await share('again');
      server.listStatus = undefined;
      assert.equal((await passTime(clock, window.outbox.retry(second.record?.id ?? '')))?.record?.state, 'sent');
      assert.deepEqual(server.texts, ['hello', 'again', 'again'], 'the user wanted it a second time');
    });
  }

  it('delivers equal shares as often as they were shared', async () => {
    server.fates.push('done', 'cut-after', 'cut-lost', 'done');
    await passTime(clock, Promise.all(['a', 'a', 'a', 'a'].map((text) => window.outbox.share(message(text)))));
    assert.deepEqual(server.texts, ['a', 'a', 'a', 'a']);
    assert.equal(new Set(stored().map(({ messageId }) => messageId)).size, 4);
  });

  it('counts equal shares if the service returns no ids', async () => {
    server.namesMessages = false;
    server.fates.push('done', 'cut-lost');
    await share('a');
    await share('a');
    assert.deepEqual(server.texts, ['a', 'a']);
  });

  it('does not accept a message of another person, or an older one', async () => {
    server.add(grace.personId, 'room-1', 'a');
    server.add(ada.personId, 'room-1', 'a');
    clock.advance(60_000);
    server.fates.push('cut-lost');
    await share('a');
    assert.equal(server.postCount, 2);
  });

  it('waits offline for an hour, and then sends in order', async () => {
    server.isDown = true;
    for (const text of ['a', 'b', 'c']) {
      assert.equal((await share(text)).record?.state, 'queued');
    }
    assert.deepEqual(stored()[0]?.reason, { kind: 'offline', detail: 'rooms.test' });
    assert.deepEqual(states(), ['queued', 'queued', 'queued']);
    for (let minute = 0; minute < 60; minute += 1) {
      clock.advance(60_000);
      await settle();
    }
    assert.deepEqual(server.texts, []);
    server.isDown = false;
    for (let minute = 0; minute < 15; minute += 1) {
      clock.advance(60_000);
      await settle();
    }
    assert.deepEqual(server.texts, ['a', 'b', 'c']);
    assert.equal(rests.filter(({ record }) => record?.state === 'sent').length, 3);
  });

  it('sends queued shares when another share succeeds', async () => {
    server.isDown = true;
    await share('a');
    server.isDown = false;
    await passTime(clock, window.outbox.share(message('b', 'room-2')));
    await settle();
    assert.deepEqual([...server.texts].sort(), ['a', 'b']);
  });

  it('sends a share only with its own account', async () => {
    server.isDown = true;
    await share('from ada');
    window.state.account = grace;
    await window.outbox.share(message('from grace', 'room-1', grace));
    server.isDown = false;
    await window.outbox.resume(true);
    assert.deepEqual(server.texts, ['from grace']);
    window.state.account = ada;
    await window.outbox.resume(true);
    assert.deepEqual(
      server.messages.map(({ personId, markdown }) => [personId, markdown]),
      [
        [grace.personId, 'from grace'],
        [ada.personId, 'from ada'],
      ],
    );
  });

  it('asks for confirmation of shares older than a day', async () => {
    server.isDown = true;
    const { record } = await share('old');
    server.isDown = false;
    clock.set(clock.now() + 25 * 60 * 60_000);
    await window.outbox.resume(true);
    assert.deepEqual(server.texts, []);
    assert.ok(record !== undefined && window.outbox.needsConfirmation(record));
    await window.outbox.retry(record.id);
    assert.deepEqual(server.texts, ['old']);
  });

  it('reconciles after a crash what was being sent, arrived or not', async () => {
    for (const fate of ['dies-after', 'dies-before'] as const) {
      const dying = open();
      server.fates.push(fate);
      void dying.outbox.share(message(fate));
      await settle();
      await passTime(clock, open().outbox.resume());
    }
    assert.deepEqual(server.texts, ['dies-after', 'dies-before']);
    assert.deepEqual(states(), ['sent', 'sent']);
  });

  it('is sent by one of several windows', async () => {
    server.isDown = true;
    for (const text of ['a', 'b', 'c']) await share(text);
    server.isDown = false;
    const windows = [open(), open(), window];
    for (const { outbox } of windows.slice(0, 2)) outbox.onDidFinish((result) => rests.push(result));
    rests.length = 0;
    await passTime(clock, Promise.all(windows.map(({ outbox }) => outbox.resume(true))));
    await passTime(clock, window.outbox.resume(true));
    assert.deepEqual(server.texts, ['a', 'b', 'c']);
    assert.deepEqual([server.postCount, rests.length], [3, 3]);
  });

  it('shows its changes in other windows', async () => {
    const other = open();
    await share('a');
    await settle();
    assert.deepEqual(
      other.outbox.snapshot.shares.map(({ state }) => state),
      ['sent'],
    );
  });

  it('reports each accepted message, also one found in a new direct room, and no refused one', async () => {
    const told: unknown[] = [];
    window.outbox.onDidPost(({ accountId, message: post }) => told.push([accountId, post?.id, post?.roomId]));
    window.outbox.onDidPost(() => {
      throw new Error('a broken listener');
    });
    assert.equal((await share('hello')).record?.messageId, 'message-1');
    server.fates.push('status-403');
    assert.equal((await share('refused')).record?.state, 'failed');
    server.fates.push('cut-after', 'cut-after');
    await share('found');
    const room = { id: '', title: 'Zoe', toPerson: { id: 'zoe', name: 'Zoe' }, account: ada };
    await passTime(clock, window.outbox.share({ ...message('to Zoe'), room }));
    assert.deepEqual(told, [
      ['ada', 'message-1', 'room-1'],
      ['ada', 'message-3', 'direct-zoe'],
    ]);
    assert.match(window.log.lines.map(({ message: line }) => line).join('\n'), /a listener of posts failed/);
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
});
