import assert from 'node:assert/strict';
import type { Command } from 'vscode';
import type { Outbox } from '../../src/core/outbox/outbox.ts';
import type { ShareRecord } from '../../src/core/outbox/shareRecord.ts';
import { ShareOutcome, type ShareOutcomePorts } from '../../src/host/shareOutcome.ts';
import { sentShare } from '../support/fakes/sentShare.ts';
import { useMessages } from '../support/host/shownMessages.ts';

const failed = (id: string): ShareRecord => sentShare(id, 0, { state: 'failed', reason: { kind: 'too-long' } });

describe('The end of several shares', () => {
  const messages = useMessages();
  const open = (ends: Readonly<Record<string, ShareRecord>> = {}) => {
    const shown: [string, Command][] = [];
    const retry = async (id: string) => ({ record: ends[id] });
    const undoable = { show: (message: string, undo: Command) => shown.push([message, undo]) };
    const ports = { outbox: { retry } as unknown as Outbox, undoable } as unknown as ShareOutcomePorts;
    return { outcome: new ShareOutcome(ports), shown };
  };

  it('offers Undo for all that arrived, and not where the service did not name a message', () => {
    const { outcome, shown } = open();
    outcome.tellSent('Shared 2 files to Design', [sentShare('a', 0), sentShare('b', 0)]);
    assert.deepEqual(
      shown.map(([message, undo]) => [message, undo.arguments, undo.tooltip]),
      [['Shared 2 files to Design', [['a', 'b']], 'Delete the messages from the room']],
    );
    outcome.tellSent('Shared 2 files to Design', [sentShare('a', 0), sentShare('b', 0, { messageId: '' })]);
    assert.equal(shown.length, 1);
  });

  it('tries all failed shares again, and says once that several failed again', async () => {
    const ends = { a: failed('a'), b: failed('b'), c: sentShare('c', 1) };
    const { outcome, shown } = open(ends);
    const done = outcome.retryAll(['a', 'b', 'c'].map(failed));
    const message = await messages().next();
    assert.equal(message.text, "Couldn't send 2 shares.");
    assert.deepEqual(message.buttons, ['Show Recent Shares']);
    message.answer(undefined);
    await done;
    assert.deepEqual(
      shown.map(([text]) => text),
      ['Shared c.ts to Design'],
    );
    assert.equal(messages().all.length, 1);
  });
});
