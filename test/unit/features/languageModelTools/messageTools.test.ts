import assert from 'node:assert/strict';
import type { MarkdownString } from 'vscode';
import { SignInRequiredError } from '../../../../src/core/auth/errors.ts';
import type { NewShare } from '../../../../src/core/outbox/newShare.ts';
import type { ToolPorts } from '../../../../src/features/languageModelTools/languageModelTool.ts';
import { useMessages } from '../../../support/fakes/fakeWindow.ts';
import { ManualClock } from '../../../support/fakes/manualClock.ts';
import { RecordingLog } from '../../../support/fakes/recordingLog.ts';
import { sentShare } from '../../../support/fakes/sentShare.ts';
import { withVscode } from '../../../support/fakes/withVscode.ts';

const { draftMessageTool, postMessageTool } = await withVscode(
  () => import('../../../../src/features/languageModelTools/messageTools.ts'),
);
const { readRoomTool } = await withVscode(() => import('../../../../src/features/languageModelTools/roomTools.ts'));

const ada = { id: 'ada', label: 'ada@example.com' };
const grace = { id: 'grace', label: 'grace@example.com' };

function open() {
  const clock = new ManualClock(0);
  const shares: NewShare[] = [];
  const drafts: unknown[] = [];
  const state = { active: ada, signedIn: [ada, grace] };
  const client = {
    async *listRooms() {
      yield listed;
    },
    listMemberships: () => ({ next: async () => ({ value: { items: [{}], hasNext: false } }) }),
  };
  const requireSession = async (id = state.active.id) => {
    const account = state.signedIn.find((each) => each.id === id);
    if (account === undefined) throw new SignInRequiredError('signed-out');
    return { account, client };
  };
  const room = { id: 'r', title: 'Design', type: 'group' };
  const listed = {
    items: [{ id: 'x', title: '', type: 'group', errors: { title: { code: 'kms_failure' } } }],
    hasNext: false,
  };
  const ports = {
    connection: { requireSession, client: async (id?: string) => (await requireSession(id)).client },
    directory: { rooms: [room], find: (id: string) => (id === 'r' ? room : undefined) },
    scanner: { find: async () => [] },
    outbox: {
      async share(share: NewShare) {
        shares.push(share);
        return { record: sentShare('a', 0) };
      },
    },
    drafts: { create: async (target: object) => void drafts.push(target) },
    ...{ outcome: { show: () => undefined }, clock, log: new RecordingLog() },
  } as unknown as ToolPorts;
  return { ports, clock, state, shares, drafts, room };
}

describe('A post of a model', () => {
  const messages = useMessages();
  const input = { roomId: 'r', markdown: 'hello' };

  const run = ({ ports }: ReturnType<typeof open>, roomId = 'r', { signal } = new AbortController()) =>
    postMessageTool(ports).run({ input: { ...input, roomId }, signal }, undefined);

  async function answered(world: ReturnType<typeof open>, button: string): Promise<string> {
    const done = run(world);
    const question = await messages().next();
    world.state.active = grace;
    question.answer(button);
    return done;
  }

  it('goes to the account of the question, whatever account is active at the answer', async () => {
    const world = open();
    assert.equal(await answered(world, 'Send'), 'The message was posted.');
    const rooms = world.shares.map(({ room }) => room);
    assert.deepEqual(rooms, [{ id: 'r', title: 'Design', account: ada }]);
  });

  it('is confirmed within five minutes, else the user is asked again with current facts; declined, it ends', async () => {
    const world = open();
    const lateMs = 5 * 60_000 + 1;
    for (const [passedMs, isAskedAgain] of [
      [lateMs - 1, false],
      [lateMs, true],
      [-1, true],
    ] as const) {
      const done = run(world);
      const late = await messages().next();
      world.clock.advance(passedMs);
      world.room.title = 'Renamed';
      late.answer('Send');
      if (isAskedAgain) {
        const again = await messages().next();
        assert.match(again.detail ?? '', /Renamed/);
        again.answer('Send');
      }
      assert.equal(await done, 'The message was posted.');
    }
    const declined = run(world);
    const question = await messages().next();
    world.clock.advance(lateMs);
    question.answer();
    assert.match(await declined, /^The user does not want/);
    assert.equal(world.shares.length, 3);
  });

  it('ends without a question when its call is cancelled, or its room is not known', async () => {
    const world = open();
    const abort = new AbortController();
    const done = run(world, 'r', abort);
    const question = await messages().next();
    abort.abort();
    question.answer('Send');
    await assert.rejects(done, { name: 'CancelledError' });
    await assert.rejects(run(world, 'gone'), /not in a room with this id\. Nothing was sent.*not the title/);
    await assert.rejects(run(world, 'x'), /cannot be read.*Nothing was sent/);
    assert.deepEqual([world.shares.length, messages().all.length], [0, 1]);
  });

  it('is asked about at most five times a minute', async () => {
    const { ports, clock } = open();
    const tool = postMessageTool(ports);
    const { signal } = new AbortController();
    const decline = async (): Promise<string> => {
      const done = Promise.resolve(tool.run({ input, signal }, undefined));
      (await messages().next()).answer(undefined);
      return done;
    };
    for (let count = 0; count < 5; count += 1) await decline();
    await assert.rejects(async () => tool.run({ input, signal }, undefined), /asked too often in the last minute/);
    clock.advance(60_000);
    assert.match(await decline(), /not/);
  });

  it('becomes a draft of the account of the question', async () => {
    const world = open();
    await answered(world, 'Open as Draft');
    assert.deepEqual(world.drafts, [{ ...world.room, account: ada }]);
    assert.deepEqual(world.shares, []);
  });
});

describe('The text of a post', () => {
  const messages = useMessages();

  it('is whole in the question, or can only become a draft: a dialog higher than the screen hides its end', async () => {
    for (const [markdown, isWhole] of [
      [`${'line\n'.repeat(28)}end`, true],
      [`${'line\n'.repeat(29)}end`, false],
      ['x'.repeat(29 * 40), true],
      ['x'.repeat(29 * 40 + 1), false],
      ['漢'.repeat(29 * 20 + 1), false],
      ['\u202e'.repeat(200), false],
    ] as const) {
      const { ports } = open();
      const { signal } = new AbortController();
      const done = postMessageTool(ports).run({ input: { roomId: 'r', markdown }, signal }, undefined);
      const { buttons, detail = '', answer } = await messages().next();
      assert.deepEqual(buttons, isWhole ? ['Open as Draft', 'Send'] : ['Open as Draft']);
      assert.equal(detail.includes('too long for this dialog'), !isWhole);
      assert.equal(/(?:end|x{1000})$/.test(detail), isWhole);
      answer();
      await done;
    }
  });
});

describe('The drafts of a model', () => {
  it('open at most five times a minute, because the user is not asked', async () => {
    const { ports, clock, drafts } = open();
    const tool = draftMessageTool(ports);
    const draft = (roomId = 'r') =>
      tool.run({ input: { roomId, markdown: 'hello' }, signal: new AbortController().signal }, undefined);
    for (let count = 0; count < 5; count += 1) await draft();
    await assert.rejects(draft(), /Too many drafts.*Nothing was opened/);
    assert.match(await draft(''), /Nothing was sent/, 'without a room, none opens');
    assert.equal(drafts.length, 5);
    clock.advance(60_000);
    await draft();
    assert.equal(drafts.length, 6);
  });
});

describe('The confirmation of VS Code, which a user can switch off', () => {
  const { signal } = new AbortController();

  it('is asked for before a model reads, with the title and the end of the ID as plain text', async () => {
    const { ports } = open();
    const asked = async (roomId: string): Promise<readonly string[]> => {
      const { confirmationMessages } = await readRoomTool(ports).prepare({ input: { roomId, last: 1 }, signal });
      assert.equal(confirmationMessages?.title, 'Allow the language model to read this room?');
      return (confirmationMessages.message as MarkdownString).value.split('\n\n');
    };
    const size = 'The newest message is sent to the language model\\.';
    assert.deepEqual(await asked('r'), ['Room\\: Design · ID ends in “r”', size]);
    const hostile = 'Room not found \\(ID “\\[a\\] \\(command\\:x\\) \\*\\*b\\*\\* \\<i\\>”\\)';
    assert.deepEqual(await asked('[a](command:x) **b** <i>'), [hostile, size]);
  });

  it('is not asked for before a post, about which Roomside itself asks', async () => {
    const prepared = await postMessageTool(open().ports).prepare({ input: { roomId: 'r', markdown: 'Hi' }, signal });
    assert.equal(prepared.confirmationMessages, undefined);
  });
});
