import assert from 'node:assert/strict';
import type { Account, AccountsChange } from '../../../../src/core/auth/account.ts';
import { Emitter } from '../../../../src/core/base/emitter.ts';
import type { NewShare } from '../../../../src/core/outbox/newShare.ts';
import { SentContents } from '../../../../src/core/outbox/sentContents.ts';
import { message, openWindow, openWorld } from './openWindow.ts';

const warnings = ['an odd name'];

function image(byteLength: number, text?: string): NewShare {
  const file = { name: 'a.png', mediaType: 'image/png', byteLength, bytes: new Uint8Array(byteLength) };
  return { ...message(''), content: { kind: 'file', file, ...(text && { text }) } };
}

function open() {
  const world = openWorld();
  const { outbox } = world.window;
  const accounts = new Emitter<AccountsChange>();
  const contents = new SentContents(outbox, { onDidChange: accounts.event });
  const signOut = (id: string): void => accounts.fire({ added: [], removed: [{ id } as Account], changed: [] });
  const share = async (given: NewShare): Promise<string> => {
    const { record } = await outbox.share(given);
    return record?.id ?? assert.fail('the share is gone');
  };
  return { ...world, outbox, contents, signOut, share };
}

describe('the contents of sent shares', () => {
  it('keep the text and its warnings in memory, while the record on disk has neither', async () => {
    const { contents, share, disk } = open();
    const id = await share({ ...message('hello'), warnings });
    const kept = [contents.get(id)?.content, contents.get(id)?.warnings];
    assert.deepEqual(kept, [{ kind: 'text', markdown: 'hello' }, warnings]);
    const stored = [...disk.records.values()].join();
    assert.match(stored, /"state":"sent"/);
    assert.doesNotMatch(stored, /hello|an odd name/);
  });

  it('are what a message has after it was edited, as its record says where its code is from', async () => {
    const { contents, share, outbox } = open();
    const id = await share({ ...message('hello'), origin: { path: '/a.ts', line: 3 } });
    const { messageId = '', createdMs } = outbox.snapshot.shares[0] ?? assert.fail();
    const origin = { path: '/a.ts', line: 7, lines: [{ startLine: 7, endLine: 7, digest: 5 }] };
    await outbox.noteEdit('another', message('nothing'));
    await outbox.noteEdit(messageId, { ...message('Why?'), origin });
    const [record = assert.fail()] = outbox.snapshot.shares;
    assert.deepEqual(contents.get(id)?.content, { kind: 'text', markdown: 'Why?' });
    const { state, asks, content } = record;
    assert.deepEqual(
      [record.origin, state, asks, content, record.createdMs],
      [origin, 'sent', true, undefined, createdMs],
    );
    await outbox.noteEdit(messageId, message('Thanks'));
    const [last] = outbox.snapshot.shares;
    assert.deepEqual([last?.origin, last?.asks], [undefined, undefined]);
  });

  it('keep a share that an earlier window queued and this one sends, without warnings', async () => {
    const { window, disk, server, clock } = openWorld();
    server.isDown = true;
    const { record } = await window.outbox.share({ ...message('late'), warnings });
    const next = openWindow({ disk, server, clock });
    const contents = new SentContents(next.outbox, { onDidChange: new Emitter<AccountsChange>().event });
    server.isDown = false;
    await next.outbox.resume(true);
    assert.equal(next.outbox.snapshot.shares[0]?.state, 'sent');
    const kept = contents.get(record?.id ?? '');
    assert.deepEqual([kept?.content, kept?.warnings], [{ kind: 'text', markdown: 'late' }, undefined]);
  });

  for (const act of ['undo', 'discard', 'removeAll'] as const) {
    it(`forget a share with its record (${act})`, async () => {
      const { contents, share, outbox } = open();
      const id = await share(message('a'));
      assert.equal(contents.get(id)?.content.kind, 'text');
      await outbox[act](id);
      assert.equal(contents.get(id), undefined);
    });
  }

  it('forget the shares of an account that signs out, and no others', async () => {
    const { contents, share, signOut } = open();
    const id = await share(message('a'));
    signOut('grace');
    assert.notEqual(contents.get(id), undefined);
    signOut('ada');
    assert.equal(contents.get(id), undefined);
  });

  it('keep the bytes of a small file with its comment, and not those of a large one', async () => {
    const { contents, share } = open();
    const small = image(1000, 'look');
    assert.deepEqual(contents.get(await share(small))?.content, small.content);
    const limit = 2 * 1024 * 1024;
    assert.notEqual(contents.get(await share(image(limit))), undefined);
    assert.equal(contents.get(await share(image(limit + 1)))?.content.kind, undefined);
  });

  it('keep the last 20 shares, and the last 8 MB', async () => {
    const { contents, share } = open();
    const ids: string[] = [];
    for (let count = 0; count < 21; count += 1) ids.push(await share(message(`text ${count}`)));
    const forgotten = ids.filter((id) => contents.get(id) === undefined);
    assert.deepEqual(forgotten, ids.slice(0, 1));
    const large: string[] = [];
    for (let count = 0; count < 4; count += 1) large.push(await share(image(2 * 1024 * 1024)));
    assert.notEqual(contents.get(large[0] ?? ''), undefined);
    await share(image(1));
    const forgottenLarge = large.filter((id) => contents.get(id) === undefined);
    assert.deepEqual(forgottenLarge, large.slice(0, 1));
  });
});
