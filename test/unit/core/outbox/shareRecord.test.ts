import assert from 'node:assert/strict';
import fc from 'fast-check';
import { ServiceError } from '../../../../src/core/api/errors.ts';
import { newRecord } from '../../../../src/core/outbox/newShare.ts';
import { digestOf, parseShare, type ShareRecord, serializeShare } from '../../../../src/core/outbox/shareRecord.ts';
import {
  afterTry,
  outcomeOf,
  requeued,
  sendingStarted,
  type TryOutcome,
} from '../../../../src/core/outbox/shareState.ts';

const text = { kind: 'text', markdown: '**hello**' } as const;
const file = {
  kind: 'file',
  file: { name: 'a.ts', mediaType: 'text/plain', byteLength: 3, path: '/a.ts', version: '1' },
  text: 'look',
} as const;
const queued: ShareRecord = {
  ...{ id: '1', accountId: 'ada', accountLabel: 'ada@example.com', roomId: 'room', roomTitle: 'Room', name: 'a.ts' },
  ...{ state: 'queued', content: text, digest: digestOf('room', text), createdMs: 1, requestedMs: 1, tries: 0 },
};

const toPerson = { id: 'zoe', email: 'Zoe@example.com', name: 'Zoe' };
const toZoe: ShareRecord = { ...queued, roomId: '', roomTitle: 'Zoe', toPerson, digest: digestOf('', text) };

const outcomes = fc.oneof(
  fc.constant<TryOutcome>({ state: 'sent', messageId: 'm' }),
  fc.constant<TryOutcome>({ state: 'removed' }),
  fc
    .tuple(
      fc.constantFrom('queued' as const, 'failed' as const, 'unknown' as const),
      fc.constantFrom('offline' as const, 'service-unavailable' as const, 'checking' as const),
    )
    .map(([state, reason]): TryOutcome => ({ state, reason: { kind: reason } })),
);

describe('the record of a share', () => {
  it('is broken or newer, and never partly accepted', () => {
    assert.equal(parseShare(undefined).kind, 'none');
    for (const change of [{ tries: '1' }, { content: { kind: 'text' } }, { origin: { line: 1 } }]) {
      assert.equal(
        parseShare(JSON.stringify({ version: 1, ...queued, ...change })).kind,
        'broken',
        JSON.stringify(change),
      );
    }
    for (const later of [{ version: 2 }, { state: 'lost' }, { reason: { kind: 'x' } }, { content: { kind: 'voice' } }])
      assert.equal(parseShare(JSON.stringify({ version: 1, ...queued, ...later })).kind, 'newer');
    assert.equal(parseShare('{"version":1,').kind, 'broken');
  });

  describe('to a person', () => {
    it('needs either a room or a person, with an id or an address', () => {
      for (const change of [
        { roomId: 'room' },
        { toPerson: undefined },
        { toPerson: 'zoe' },
        { toPerson: { name: 'Zoe' } },
        { toPerson: { id: '', email: '', name: 'Zoe' } },
        { toPerson: { id: 'zoe' } },
      ]) {
        const record = { version: 1, ...toZoe, ...change };
        assert.equal(parseShare(JSON.stringify(record)).kind, 'broken', JSON.stringify(change));
      }
    });

    it('becomes a share to the room as soon as the room is known, whatever the outcome', () => {
      const reason = { kind: 'checking' } as const;
      for (const outcome of [
        { state: 'sent', messageId: 'm' },
        { state: 'unknown', reason },
        { state: 'queued', reason },
        { state: 'failed', reason },
      ] as const) {
        const next = afterTry(sendingStarted(toZoe, 1), { ...outcome, roomId: 'new' }, 2) ?? assert.fail();
        assert.deepEqual([next.roomId, next.digest, next.toPerson], ['new', digestOf('new', text), undefined]);
      }
      const unnamed = afterTry(toZoe, { state: 'sent', messageId: 'm', roomId: '' }, 2) ?? assert.fail();
      assert.deepEqual([unnamed.state, unnamed.roomId, unnamed.toPerson], ['sent', '', toPerson]);
      assert.equal(parseShare(serializeShare(unnamed)).kind, 'value');
    });

    it('says that the service may not know the person, or the message it replies to, after 400, 404 and 410 only', () => {
      const kindOf = (record: ShareRecord, detail: string) => {
        const error = new ServiceError({ method: 'POST', path: '/v1/messages', status: Number(detail) });
        const outcome = outcomeOf(error, record, true, 0);
        return outcome.state === 'failed' && outcome.reason.kind;
      };
      for (const [record, kind] of [
        [toZoe, 'person-refused'],
        [{ ...queued, parentId: 'm1' }, 'parent-refused'],
        [queued, 'service-refused'],
      ] as const)
        assert.deepEqual(
          ['400', '404', '410', '403'].map((detail) => kindOf(record, detail)),
          [kind, kind, kind, 'service-refused'],
        );
    });
  });

  it('keeps the path of its file after it was sent', () => {
    const share = { room: { id: 'r', title: 'R', account: { id: 'ada', label: '' } }, name: 'a.ts' };
    const file = { name: 'a.ts', mediaType: '', byteLength: 1, path: '/a.ts', version: '1' };
    const shared = { kind: 'file', file } as const;
    const at = { id: '1', nowMs: 1 };
    const record = newRecord({ ...share, content: shared }, at);
    assert.deepEqual(afterTry(sendingStarted(record, 1), { state: 'sent', messageId: 'm' }, 2)?.origin, {
      path: '/a.ts',
    });
    const origin = { path: '/b.ts', line: 4 };
    assert.deepEqual(newRecord({ ...share, origin, content: text }, at).origin, origin);
  });

  it('has a digest of content, room and thread only', () => {
    const digests = [digestOf('room', text), digestOf('other', text), digestOf('room', file)];
    assert.equal(new Set(digests).size, 3);
    const url = { kind: 'url', url: 'https://example.com/a' } as const;
    assert.notEqual(digestOf('room', url), digestOf('room', { ...url, text: 'look' }));
    assert.equal(new Set([undefined, 'p', 'q'].map((parent) => digestOf('room', text, parent))).size, 3);
    assert.equal(digestOf('room', { ...file, file: { ...file.file, version: '9' } }), digestOf('room', file));
  });

  it('never loses its content before it was sent, and is never queued afterwards', () => {
    fc.assert(
      fc.property(fc.array(outcomes, { maxLength: 20 }), (ends) => {
        let record: ShareRecord | undefined = queued;
        for (const [index, outcome] of ends.entries()) {
          if (record === undefined || record.state === 'sent') break;
          record = afterTry(sendingStarted(record, index), outcome, index);
          if (record === undefined) assert.equal(outcome.state, 'removed');
          else if (record.state === 'sent') assert.equal(record.content, undefined);
          else assert.deepEqual(record.content, text);
        }
        if (record?.state === 'sent') assert.equal(requeued(record, 99), record);
      }),
    );
  });
});
