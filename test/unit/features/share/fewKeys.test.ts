import assert from 'node:assert/strict';
import type { Room } from '../../../../src/core/api/resources.ts';
import { SignInRequiredError } from '../../../../src/core/auth/errors.ts';
import type { FileSource } from '../../../../src/features/share/fileSource.ts';
import type { SharePorts } from '../../../../src/features/share/step.ts';
import { commands, setUserSetting, useMessages, useQuickInputs } from '../../../support/fakes/fakeWindow.ts';
import { bytesAsFile, lastRoom, shareableText, share as shareNow } from '../../../support/fakes/shareModules.ts';
import { shareWorld } from '../../../support/fakes/shareWorld.ts';

const colleague = (personId: string, personEmail?: string) => ({ id: personId, roomId: 'r', personId, personEmail });
const colleagues = [colleague('me', 'ada@example.com'), colleague('2', 'bo@example.com')];

/** What the ports answer. */
interface Situation {
  readonly room: Partial<Room>;
  readonly recent: readonly string[];
  readonly members: readonly object[];
  readonly hasNext: boolean;
  readonly lineCount: number;
  readonly warnings: readonly string[];
  readonly secret: boolean;
  readonly images: readonly FileSource[];
  readonly markdown: string;
}

const setConfirm = (value: string | undefined) => setUserSetting('roomside.share.confirm', value);

const routine: Situation = {
  ...{ room: {}, recent: ['r'], members: colleagues, hasNext: false, lineCount: 100, warnings: [], secret: false },
  images: [],
  markdown: '**a.ts**\n\n```ts\na();\n```\n',
};

function open(situation: Partial<Situation> = {}) {
  const { room, recent, members, hasNext, lineCount, warnings, secret, images, markdown } = {
    ...routine,
    ...situation,
  };
  const finding = { ruleId: 'x', kind: 'key', start: 0, end: 1, line: 1, column: 1, prefix: 'a' };
  const scanner = {
    find: async () => (secret ? [finding] : []),
    checkFiles: async (files: readonly object[]) => files.map(() => undefined),
  };
  const client = {
    async *listMemberships() {
      yield { items: members, hasNext };
    },
  };
  // The active account. The session of any other one fails.
  const account = { id: 'ada', label: 'ada@example.com', personId: 'me' };
  const sessionOf = (id: string) => {
    if (id !== account.id) throw new Error('the session of another account');
    return { account, client };
  };
  const connection = { requireSession: async (id = account.id) => sessionOf(id) };
  const { ports, queued } = shareWorld({ scanner, connection, marks: { record: { recent } } }, room);
  const render = async () => ({ markdown, lineCount, warnings });
  const selection = { title: 'Share Selection', ...shareableText({ name: 'a.ts', render, images }) };
  return { ports, selection, queued };
}

describe('A share with few keys', () => {
  const inputs = useQuickInputs();
  const messages = useMessages();
  after(() => setConfirm(undefined));

  const share = (situation: Partial<Situation>, argument: unknown = { room: 'r' }) => {
    const { ports, selection, queued } = open(situation);
    return { done: shareNow(ports, selection, argument), queued };
  };

  it('goes straight to the confirmation with the room of a keybinding', async () => {
    await setConfirm(undefined);
    const { done, queued } = share({});
    const confirm = await inputs().next();
    assert.equal(confirm.step, '2/2');
    await confirm.accept();
    await done;
    const titles = queued.map(({ room }) => room.title);
    assert.deepEqual(titles, ['Design']);
  });

  it('sends a routine text without the confirmation if the user wants that', async () => {
    await setConfirm('whenNeeded');
    const { done, queued } = share(routine);
    await done;
    assert.equal(queued.length, 1);
    assert.equal(inputs().openedCount, 0);
  });

  const reasons: readonly (readonly [string, Partial<Situation>])[] = [
    ['a room that was not used before', { recent: ['other'] }],
    ['a person from another domain', { members: [...colleagues, colleague('3', 'eve@other.org')] }],
    ['a person without a known address', { members: [...colleagues, colleague('3')] }],
    ['more people than the service lists', { hasNext: true }],
    ['people that the service does not list', { members: [] }],
    ['a public mail provider', { members: [colleague('me', 'ada@gmail.com'), colleague('2', 'eve@gmail.com')] }],
    ['two addresses in one field', { members: [...colleagues, colleague('3', 'eve@other.org,eve@example.com')] }],
    ['an address with a second one before it', { members: [...colleagues, colleague('3', 'eve.org;x@example.com')] }],
    ['a mention of everyone', { markdown: 'Look, <@all>' }],
    ['a locked room', { room: { isLocked: true } }],
    ['a long text', { lineCount: 101 }],
    ['a possible secret', { secret: true }],
    ['an image', { images: [bytesAsFile('a.png', Buffer.from('a'))] }],
    ['a warning', { warnings: ['contains hidden characters'] }],
  ];
  for (const [reason, situation] of reasons) {
    it(`asks because of ${reason}`, async () => {
      await setConfirm('whenNeeded');
      const { done, queued } = share(situation);
      const confirm = await inputs().next();
      assert.equal(confirm.step, '2/2');
      assert.deepEqual(queued, []);
      await commands.executeCommand('workbench.action.closeQuickOpen');
      await done;
      assert.deepEqual(queued, []);
    });
  }

  it('asks because of a reply', async () => {
    await setConfirm('whenNeeded');
    const parent = { id: 'm1', author: 'Zoe', line: 'Which one?' };
    const { done } = share({}, { kind: 'room', roomId: 'r', parent });
    assert.equal((await inputs().next()).active, 'Send to Design, as a reply to Zoe');
    await commands.executeCommand('workbench.action.closeQuickOpen');
    await done;
  });

  it('asks if the account of the room has signed out, and reads no people with another account', async () => {
    await setConfirm('whenNeeded');
    const { ports, selection, queued } = open();
    const { requireSession } = ports.connection;
    // The other account is active from the second request on, and sees the same people.
    let requests = 0;
    const switched = async (id?: string) => {
      requests += 1;
      const session = await requireSession.call(ports.connection);
      if (id !== undefined) throw new SignInRequiredError('signed-out');
      return requests === 1 ? session : { ...session, account: { ...session.account, id: 'grace' } };
    };
    const connection = { requireSession: switched } as unknown as SharePorts['connection'];
    const done = shareNow({ ...ports, connection }, selection, { room: 'r' });
    assert.equal((await inputs().next()).step, '2/2');
    await commands.executeCommand('workbench.action.closeQuickOpen');
    await done;
    assert.deepEqual(queued, []);
  });

  it('asks for the room and says why if that of a keybinding, a row or the pinned one is not found', async () => {
    const marks = { record: { workspaceRoom: 'gone', recent: ['r'] } };
    const pinned = await lastRoom({ rooms: { accountId: 'ada' }, marks, directory: {} } as unknown as SharePorts);
    // There are no rooms to choose from.
    for (const argument of [pinned, { kind: 'room', roomId: 'left' }]) {
      await assert.rejects(share({}, argument).done);
      assert.equal((await messages().next()).text, "The room wasn't found. Choose another one.");
    }
    assert.equal(inputs().openedCount, 2);
  });

  it('waits for the marks of the account in a new window, and leaves out a room that is gone', async () => {
    const listeners: (() => void)[] = [];
    const rooms = {
      accountId: undefined,
      onDidChangeAccount: (listener: () => void) => {
        listeners.push(listener);
        return { dispose: () => undefined };
      },
    };
    const marks = { record: { recent: [] as string[] } };
    const directory = { find: (id: string) => (id === 'gone' ? undefined : { id }) };
    const room = lastRoom({ rooms, marks, directory } as unknown as SharePorts);
    marks.record = { recent: ['gone', 'a'] };
    for (const listener of listeners) listener();
    assert.deepEqual(await room, { room: 'a' });
  });
});
