import assert from 'node:assert/strict';
import { SignInRequiredError } from '../../../../src/core/auth/errors.ts';
import { TooManyDraftsError } from '../../../../src/core/chatTools/toolFailure.ts';
import type { NewShare } from '../../../../src/core/outbox/newShare.ts';
import type { ToolPorts } from '../../../../src/features/languageModelTools/languageModelTool.ts';
import { ManualClock } from '../../../support/fakes/manualClock.ts';
import { RecordingLog } from '../../../support/fakes/recordingLog.ts';
import { sentShare } from '../../../support/fakes/sentShare.ts';
import { withVscode } from '../../../support/fakes/withVscode.ts';

const [{ draftMessageTool, postMessageTool }, { useMessages }] = await withVscode(() =>
  Promise.all([
    import('../../../../src/features/languageModelTools/messageTools.ts'),
    import('../../../support/host/shownMessages.ts'),
  ]),
);

const ada = { id: 'ada', label: 'ada@example.com' };
const grace = { id: 'grace', label: 'grace@example.com' };

function open() {
  const clock = new ManualClock(0);
  const shares: NewShare[] = [];
  const drafts: unknown[] = [];
  const state = { active: ada, signedIn: [ada, grace] };
  const client = { listMemberships: () => ({ next: async () => ({ value: { items: [{}], hasNext: false } }) }) };
  const requireSession = async (id = state.active.id) => {
    const account = state.signedIn.find((each) => each.id === id);
    if (account === undefined) throw new SignInRequiredError('signed-out');
    return { account, client };
  };
  const room = { id: 'r', title: 'Design', type: 'group' };
  const ports = {
    connection: { requireSession, client: async (id?: string) => (await requireSession(id)).client },
    directory: { rooms: [room], find: () => room },
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

  async function answered(world: ReturnType<typeof open>, button: string): Promise<string> {
    const done = postMessageTool(world.ports).run({ input, signal: new AbortController().signal }, undefined);
    const question = await messages().next();
    world.state.active = grace;
    question.answer(button);
    return done;
  }

  it('goes to the account of the question, whatever account is active at the answer', async () => {
    const world = open();
    assert.equal(await answered(world, 'Send'), 'The message was posted.');
    assert.deepEqual(
      world.shares.map(({ room }) => room),
      [{ id: 'r', title: 'Design', account: ada }],
    );
  });

  it('becomes a draft of the account of the question', async () => {
    const world = open();
    await answered(world, 'Open as Draft');
    assert.deepEqual(world.drafts, [{ ...world.room, account: ada }]);
    assert.deepEqual(world.shares, []);
  });
});

describe('The drafts of a model', () => {
  it('open at most five times a minute, because the user is not asked', async () => {
    const { ports, clock, drafts } = open();
    const tool = draftMessageTool(ports);
    const draft = (roomId = 'r') =>
      tool.run({ input: { roomId, markdown: 'hello' }, signal: new AbortController().signal }, undefined);
    for (let count = 0; count < 5; count += 1) await draft();
    await assert.rejects(draft(), TooManyDraftsError);
    assert.match(await draft(''), /Nothing was sent/, 'without a room, none opens');
    assert.equal(drafts.length, 5);
    clock.advance(60_000);
    await draft();
    assert.equal(drafts.length, 6);
  });
});
