import assert from 'node:assert/strict';
import { fileURLToPath } from 'node:url';
import type { Account } from '../../../../src/core/auth/account.ts';
import type { Outbox } from '../../../../src/core/outbox/outbox.ts';
import type { ShareRecord } from '../../../../src/core/outbox/shareRecord.ts';
import type { ShareCommandPorts } from '../../../../src/features/outbox/shareCommands.ts';
import type { ReportOptions } from '../../../../src/host/errors/errorReporter.ts';
import { commands, Range, Uri, useMessages, useQuickInputs } from '../../../support/fakes/fakeWindow.ts';
import { ManualClock } from '../../../support/fakes/manualClock.ts';
import { sentShare } from '../../../support/fakes/sentShare.ts';
import { withVscode } from '../../../support/fakes/withVscode.ts';

const { shareCommands } = await withVscode(() => import('../../../../src/features/outbox/shareCommands.ts'));
const { UndoableMessage } = await withVscode(() => import('../../../../src/host/ui/statusBar.ts'));

const hour = 3_600_000;

describe('Undo Share from the palette', () => {
  const messages = useMessages();
  const inputs = useQuickInputs();
  const clock = new ManualClock(10 * hour);
  const undoable = new UndoableMessage({ set: () => undefined });
  after(() => undoable.dispose());

  function open(...shares: readonly ShareRecord[]) {
    const undone: string[] = [];
    const outbox = { snapshot: { shares, unreadable: [] }, undo: async (id: string) => undone.push(id) };
    const active = { get: async () => ({ id: 'ada' }) as Account };
    const ports = { outbox: outbox as unknown as Outbox, active, clock, undoable } as unknown as ShareCommandPorts;
    const undo = shareCommands(ports)['roomside.undoShare'];
    return { undone, undo: (argument?: unknown) => Promise.resolve(undo(argument)) };
  }

  it('deletes what this account sent within the last minute, without a question', async () => {
    const { undo, undone } = open(sentShare('a', clock.now() - hour), sentShare('b', clock.now() - 59_000));
    await undo();
    assert.deepEqual(undone, ['b']);
    assert.deepEqual(messages().all, []);
  });

  it('asks about the share before the one that it has just deleted', async () => {
    const { undo, undone } = open(sentShare('a', clock.now() - 9000), sentShare('b', clock.now()));
    undoable.show('Shared', { command: 'roomside.undoShare', title: 'Undo', arguments: [['b']] });
    await undo();
    const done = undo();
    const question = await messages().next();
    question.answer();
    await done;
    assert.deepEqual(undone, ['b']);
  });

  it('names an older share with its room and time, and deletes it after confirmation', async () => {
    for (const choice of [undefined, 'Delete']) {
      const { undo, undone } = open(sentShare('a', clock.now() - hour));
      const done = undo();
      const question = await messages().next();
      assert.ok(question.isModal);
      assert.equal(question.text, 'Delete a.ts from “Design”?');
      assert.equal(question.detail, 'It was sent 1 hr. ago. The message will be deleted for everyone in the room.');
      assert.deepEqual(question.buttons, ['Delete']);
      question.answer(choice);
      await done;
      assert.deepEqual(undone, choice === undefined ? [] : ['a']);
    }
  });

  it('deletes all messages that the status bar offers to delete', async () => {
    const { undo, undone } = open(...['a', 'b', 'c'].map((id) => sentShare(id, clock.now())));
    undoable.show('Shared', { command: 'roomside.undoShare', title: 'Undo', arguments: [['a', 'b']] });
    await undo();
    assert.deepEqual([undone, undoable.offered], [['a', 'b'], undefined]);
  });

  it('reports that this account has nothing to undo', async () => {
    const { undo, undone } = open(sentShare('a', clock.now(), { accountId: 'priya' }));
    await undo();
    assert.deepEqual((await inputs().next()).rows, ['There is no share to undo for this account.']);
    assert.deepEqual(undone, []);
  });
});

describe('Undo of several shares', () => {
  const messages = useMessages();

  it('deletes each, and names the one that stays', async () => {
    const shares = ['a', 'b', 'c'].map((id) => sentShare(id, 0));
    const undone: string[] = [];
    const told: (string | undefined)[] = [];
    const outbox = {
      snapshot: { shares, unreadable: [] },
      async undo(id: string) {
        if (id === 'b') throw new Error('no');
        undone.push(id);
      },
    };
    const undoable = new UndoableMessage({ set: () => undefined });
    const errors = { report: async (_: unknown, { context }: ReportOptions) => told.push(context) };
    const ports = { outbox, undoable, errors, clock: { now: () => 0 } } as unknown as ShareCommandPorts;
    await shareCommands(ports)['roomside.undoShare'](['a', 'b', 'c', 'gone']);
    assert.deepEqual(undone, ['a', 'c']);
    assert.deepEqual(told, ["Couldn't delete b.ts from “Design”."]);
    assert.deepEqual(messages().all, []);
    undoable.dispose();
  });
});

describe('Commands for rows of Recent Shares', () => {
  const inputs = useQuickInputs();

  it('report a missing row, a deleted share, and a share without text or file', async () => {
    const sent = sentShare('a', 0);
    const outbox = { snapshot: { shares: [sent], unreadable: [] } } as unknown as Outbox;
    const sharesStatus = { markFailuresSeen: async () => undefined };
    const all = shareCommands({ outbox, sharesStatus } as unknown as ShareCommandPorts);
    const runs = [
      () => all['roomside.retryShare'](undefined),
      () => all['roomside.discardShare'](undefined),
      () => all['roomside.retryShare']('gone'),
      () => all['roomside.copyShare']('a'),
      () => all['roomside.openSharedFile']('a'),
    ];
    const texts: string[] = [];
    for (const run of runs) {
      await run();
      texts.push(...(await inputs().next()).rows);
    }
    assert.deepEqual(texts, [
      'Run this command from the menu of a share in Recent Shares.',
      'Run this command from the menu of a share in Recent Shares.',
      'This share is no longer in Recent Shares.',
      'There is no text to copy. The share was sent or is a file.',
      "a.ts doesn't come from a file on this computer.",
    ]);
  });
});

describe('A key in Recent Shares', () => {
  const messages = useMessages();
  const clock = new ManualClock(10 * hour);
  const { executeCommand } = commands;
  afterEach(() => {
    commands.executeCommand = executeCommand;
  });

  function open(shares: readonly ShareRecord[]) {
    const [ran, undone, discarded]: [unknown[], string[], string[]] = [[], [], []];
    commands.executeCommand = async <T>(...call: [command: string, ...args: unknown[]]) => {
      ran.push(call);
      return undefined as T;
    };
    const outbox = {
      snapshot: { shares, unreadable: [] },
      undo: async (id: string) => undone.push(id),
      discard: async (id: string) => discarded.push(id),
    };
    const undoable = { hide: () => undefined };
    return { ran, undone, discarded, all: shareCommands({ outbox, clock, undoable } as unknown as ShareCommandPorts) };
  }

  it('reads the message of the row that it selects, and a click does not', async () => {
    const { ran, all } = open([sentShare('a', 0, { messageId: 'm1' })]);
    await all['_roomside.shareRow']('a');
    assert.deepEqual(ran, []);
    await all['_roomside.pressShare']('read');
    await all['_roomside.shareRow']('a');
    assert.deepEqual(ran, [
      ['list.select'],
      ['roomside.readRoom', { kind: 'room', roomId: sentShare('a', 0).roomId, messageId: 'm1' }],
    ]);
  });

  it('opens the file of the row that it selects, at the first line that was shared', async () => {
    const path = fileURLToPath(import.meta.url);
    const { ran, all } = open([sentShare('a', 0, { origin: { path, line: 7 } })]);
    await all['_roomside.pressShare']('open');
    await all['_roomside.shareRow']('a');
    assert.deepEqual(ran, [['list.select'], ['vscode.open', Uri.file(path), { selection: new Range(6, 0, 6, 0) }]]);
    clock.advance(hour);
    await all['_roomside.shareRow']('a');
    assert.equal(ran.length, 2, 'a click later opens nothing');
  });

  for (const [isLast, moves] of [
    [false, 'list.focusDown'],
    [true, 'list.focusUp'],
  ] as const)
    it(`undoes a share after a question, as the palette does, and leaves ${isLast ? 'the last' : 'a'} row by ${moves}`, async () => {
      const { ran, undone, all } = open([sentShare('a', 0, { messageId: 'm1' })]);
      await all['_roomside.pressShare']('undo');
      const done = all['_roomside.shareRow']('a', isLast);
      (await messages().next()).answer('Delete');
      await done;
      assert.deepEqual(undone, ['a']);
      assert.deepEqual(ran, [['list.select'], [moves]]);
    });

  it('removes the row of a message that was deleted in its room', async () => {
    const { discarded, all } = open([sentShare('a', 0, { messageId: 'm1' })]);
    for (const messageId of ['m1', 'of another program']) await all['roomside.forgetShare']({ messageId });
    assert.deepEqual(discarded, ['a']);
  });
});

describe('Send Unsent Shares Now', () => {
  const inputs = useQuickInputs();
  const failed = (id: string, reason: ShareRecord['reason'] & object) => sentShare(id, 0, { state: 'failed', reason });
  const refused = (id: string, detail: string) => failed(id, { kind: 'service-refused', detail });
  const [tried, refusedForGood, changed] = [
    refused('a', '403'),
    refused('b', '413'),
    failed('c', { kind: 'file-changed' }),
  ];
  const [sent, queued] = [sentShare('s', 0), sentShare('q', 0, { state: 'queued' })];
  const commandsOf = (...shares: readonly ShareRecord[]) => {
    const done: string[] = [];
    const outbox = { snapshot: { shares }, resume: async (isForced: boolean) => done.push(`resume ${isForced}`) };
    const outcome = {
      retryAll: async (all: readonly ShareRecord[]) => done.push(...all.map(({ id }) => `try ${id}`)),
      show: ({ record }: { readonly record: ShareRecord }) => done.push(`explain ${record.id}`),
      retry: async (id: string) => done.push(`try ${id}`),
    };
    const sharesStatus = { markFailuresSeen: async () => undefined };
    return { done, all: shareCommands({ outbox, outcome, sharesStatus } as unknown as ShareCommandPorts) };
  };

  it('sends what waits, and tries what a row can try', async () => {
    const { done, all } = commandsOf(sent, queued, tried, refusedForGood, changed);
    await all['roomside.sendUnsentShares']();
    assert.deepEqual(done, ['resume true', 'try a']);
  });

  it('leaves out what can only fail again, and the row says why', async () => {
    const { done, all } = commandsOf(tried, refusedForGood, changed);
    for (const id of ['a', 'b', 'c']) await all['roomside.retryShare'](id);
    assert.deepEqual(done, ['try a', 'explain b', 'explain c']);
  });

  for (const [shares, said] of [
    [[sent], 'No shares are waiting to be sent.'],
    [[sent, refusedForGood, changed], 'No failed share can be tried again as it is.'],
  ] as const) {
    it(`says for ${shares.map(({ state }) => state).join(' and ')}: ${said}`, async () => {
      const { done, all } = commandsOf(...shares);
      await all['roomside.sendUnsentShares']();
      assert.deepEqual((await inputs().next()).rows, [said]);
      assert.deepEqual(done, []);
    });
  }
});
