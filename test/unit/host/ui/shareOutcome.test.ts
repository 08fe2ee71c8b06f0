import assert from 'node:assert/strict';
import { setImmediate } from 'node:timers/promises';
import type { Command } from 'vscode';
import { FileChangedError, ServiceError } from '../../../../src/core/api/errors.ts';
import type { Room } from '../../../../src/core/api/resources.ts';
import { ShareNotStoredError } from '../../../../src/core/outbox/errors.ts';
import type { ShareRecord } from '../../../../src/core/outbox/shareRecord.ts';
import type { ReportOptions } from '../../../../src/host/errors/errorReporter.ts';
import type { DraftActions, ShareOutcomePorts } from '../../../../src/host/ui/shareOutcome.ts';
import { useMessages } from '../../../support/fakes/fakeWindow.ts';
import { sentShare } from '../../../support/fakes/sentShare.ts';
import { withVscode } from '../../../support/fakes/withVscode.ts';

const { ShareOutcome } = await withVscode(() => import('../../../../src/host/ui/shareOutcome.ts'));

const failed = (id: string): ShareRecord => sentShare(id, 0, { state: 'failed', reason: { kind: 'too-long' } });

describe('ShareOutcome', () => {
  const messages = useMessages();
  const open = (ends: Readonly<Record<string, ShareRecord>> = {}, room?: Room) => {
    const failed: ReportOptions[] = [];
    const shown: [string, Command, Command?][] = [];
    const done: string[] = [];
    const retry = async (id: string, place = 'same') => {
      done.push(`retry ${id} ${place}`);
      return { record: ends[id] };
    };
    const discard = async (id: string) => void done.push(`discard ${id}`);
    const undoable = { show: (...message: [string, Command, Command?]) => shown.push(message) };
    const errors = { report: async (_: unknown, options: ReportOptions) => failed.push(options) };
    const given = { outbox: { retry, discard }, undoable, errors, directory: { find: () => room } };
    return { outcome: new ShareOutcome(given as unknown as ShareOutcomePorts), shown, failed, done };
  };

  it('offers Undo for all sent shares, but not without a message ID', () => {
    const { outcome, shown } = open();
    outcome.showSent('Shared 2 files to Design', [sentShare('a', 0), sentShare('b', 0)]);
    const offered = shown.map(([message, undo]) => [message, undo.arguments, undo.tooltip]);
    assert.deepEqual(offered, [['Shared 2 files to Design', [['a', 'b']], 'Delete the messages from the room']]);
    outcome.showSent('Shared 2 files to Design', [sentShare('a', 0), sentShare('b', 0, { messageId: '' })]);
    assert.equal(shown.length, 1);
  });

  it('says of a locked room what helps, and offers no sign-in', async () => {
    const reason = { kind: 'service-refused', detail: '403' } as const;
    const record = { ...failed('a'), content: { kind: 'text', markdown: 'hi' }, reason } as const;
    const error = new ServiceError({ method: 'POST', path: '/v1/messages', status: 403 });
    const openRoom = (isLocked: boolean) => open({}, { id: 'r', title: 'Design', type: 'group', isLocked });
    const notShared = "Couldn't share a.ts to “Design”.";
    const draft = { changeRoom: async () => undefined, sendToRoom: async () => true };
    for (const [given, other] of [
      [undefined, 'Send to Another Room…'],
      [draft, 'Change Room…'],
    ] as const) {
      const { outcome, failed: reports } = openRoom(true);
      outcome.show({ record, error }, given);
      const message = await messages().next();
      const locked = 'The room is locked. Ask a moderator, or share to another room.';
      assert.equal(message.text, `${notShared} ${locked} The service refused the share (403).`);
      assert.deepEqual([message.buttons, reports], [[other], []]);
      message.answer(undefined);
    }
    const { outcome, failed: reports } = openRoom(false);
    outcome.show({ record, error });
    assert.deepEqual([reports[0]?.context, reports[0]?.otherAction?.label], [notShared, 'Send to Another Room…']);
  });

  it('names a message or a reply without breaking the sentence', () => {
    const { outcome, shown, failed: reports } = open();
    for (const name of ['Message', 'Reply']) {
      outcome.show({ record: { ...sentShare('a', 1), name } });
      outcome.show({ record: { ...failed('a'), name }, error: new Error('no') });
      const error = new ShareNotStoredError(new Error('full'));
      outcome.show({ record: { ...sentShare('a', 0, { state: 'queued' }), name }, error });
    }
    const texts = shown.map(([text]) => text);
    assert.deepEqual(texts, ['Shared your message to Design', 'Shared your reply to Design']);
    const waiting = 'Your message will be sent to “Design” automatically.';
    const contexts = reports.map(({ context }) => context);
    assert.deepEqual(contexts, [
      "Couldn't share your message to “Design”.",
      waiting,
      "Couldn't share your reply to “Design”.",
      waiting,
    ]);
  });

  it('says what to do if the service refuses a message to a person', async () => {
    const { outcome, failed: reports } = open();
    const person = { roomId: '', roomTitle: 'Zoe\u202e', toPerson: { id: 'z', name: 'Zoe' } };
    const reason = { kind: 'person-refused', detail: '400' } as const;
    const error = new ServiceError({ method: 'POST', path: '/v1/messages', status: 400, serviceMessage: 'no\nroom' });
    outcome.show({ record: { ...failed('a'), ...person, reason }, error });
    const message = await messages().next();
    assert.equal(
      message.text,
      "Couldn't share a.ts to “Zoe”. The service doesn't know Zoe, or can't send to a person without a room (400). " +
        'Write to this person in the messaging service first, then share to the room. The service says: no room',
    );
    assert.deepEqual(message.buttons, ['Try Again']);
    assert.deepEqual(reports, []);
    message.answer(undefined);
  });

  it('offers to share a file that has changed with all steps, and not to try again', async () => {
    const { outcome } = open();
    outcome.show({ record: { ...failed('a'), reason: { kind: 'file-changed' } }, error: new FileChangedError('a.ts') });
    const message = await messages().next();
    assert.match(message.text, /The file has changed\. Send to Another Room… sends/);
    assert.deepEqual(message.buttons, ['Send to Another Room…']);
    message.answer(undefined);
  });

  it('offers to send a refused reply to the room, and its text', async () => {
    const reason = { kind: 'parent-refused', detail: '404' } as const;
    const record = { ...failed('a'), content: { kind: 'text', markdown: 'hi' }, parentId: 'm1', reason } as const;
    const error = new ServiceError({ method: 'POST', path: '/v1/messages', status: 404 });
    const { outcome, failed: reports, done } = open({ a: sentShare('a', 1) });
    const choose = async (button: string, draft?: DraftActions) => {
      outcome.show({ record, error }, draft);
      const message = await messages().next();
      const why =
        "The message can't be replied to anymore (404): it was deleted, you're no longer in the room, or the service refuses replies.";
      assert.equal(message.text, `Couldn't share a.ts to “Design”. ${why}`);
      assert.deepEqual(message.buttons, ['Send to the Room Instead', 'Copy as Message']);
      message.answer(button);
      await setImmediate();
      return done.splice(0);
    };
    const draft = (isOpen: boolean): DraftActions => ({
      changeRoom: () => assert.fail(),
      async sendToRoom() {
        done.push('send the draft');
        return isOpen;
      },
    });
    assert.deepEqual(await choose('Send to the Room Instead'), ['retry a room']);
    assert.deepEqual(await choose('Send to the Room Instead', draft(true)), ['send the draft', 'discard a']);
    assert.deepEqual(await choose('Send to the Room Instead', draft(false)), ['send the draft', 'retry a room']);
    assert.deepEqual(reports, []);
  });

  it('retries all failed shares, and reports repeated failures once', async () => {
    const ends = { a: failed('a'), b: failed('b'), c: sentShare('c', 1) };
    const { outcome, shown } = open(ends);
    const done = outcome.retryAll(['a', 'b', 'c'].map(failed));
    const message = await messages().next();
    assert.equal(message.text, "Couldn't send 2 shares.");
    assert.deepEqual(message.buttons, ['Show Recent Shares']);
    message.answer(undefined);
    await done;
    const texts = shown.map(([text]) => text);
    assert.deepEqual(texts, ['Shared c.ts to Design']);
    assert.equal(messages().all.length, 1);
  });
});
