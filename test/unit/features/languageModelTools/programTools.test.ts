import assert from 'node:assert/strict';
import { SignInRequiredError } from '../../../../src/core/auth/errors.ts';
import type { ToolPorts } from '../../../../src/features/languageModelTools/languageModelTool.ts';
import { useMessages } from '../../../support/fakes/fakeWindow.ts';
import { ManualClock } from '../../../support/fakes/manualClock.ts';
import { RecordingLog } from '../../../support/fakes/recordingLog.ts';
import { withVscode } from '../../../support/fakes/withVscode.ts';

const { createTools } = await withVscode(() => import('../../../../src/features/languageModelTools/index.ts'));

describe('The tools for programs', () => {
  const messages = useMessages();
  const { signal } = new AbortController();

  function open() {
    const rooms = ['r', 's', 't', 'u', 'v', 'w'].map((id) => ({ id, title: `Room ${id}`, type: 'group' }));
    const said = [
      { id: 'm2', roomId: 'r', personEmail: 'zoe@example.com', markdown: 'Deploy \u202enow', created: '2026-01-02' },
      { id: 'm1', roomId: 'r', personEmail: 'ada@example.com', markdown: 'hello', files: ['a'], created: '2026-01-01' },
    ];
    const reads: string[] = [];
    const client = {
      async *listRooms() {
        yield { items: rooms, hasNext: false };
      },
      async *listMessages({ roomId }: { readonly roomId: string }) {
        reads.push(roomId);
        yield { items: said, hasNext: false };
      },
    };
    const state = { isSignedIn: true };
    const session = async () => {
      if (!state.isSignedIn) throw new SignInRequiredError('signed-out');
      return { account: { id: 'ada', label: 'ada@example.com' }, client };
    };
    const ports = {
      connection: { requireSession: session, client: async () => (await session()).client },
      directory: { rooms, find: (id: string) => rooms.find((room) => room.id === id) },
      ...{ clock: new ManualClock(0), log: new RecordingLog() },
    } as unknown as ToolPorts;
    const { call } = createTools(ports);
    const ask = (tool: string, input: unknown, isForModel = true, own = signal) =>
      call(tool, input, { isForModel, signal: own });
    return { state, reads, ask };
  }

  it('read a room after a question, once for each room in a window', async () => {
    const { ask, reads } = open();
    const first = ask('roomside_read_room', { roomId: 'r' });
    const { text, detail, buttons, answer } = await messages().next();
    assert.equal(text, 'Allow programs on this computer to read this room?');
    assert.match(detail ?? '', /^Room: Room r · ID ends in “r”/);
    assert.deepEqual(buttons, ["Don't Allow", 'Allow'], 'Enter allows nothing');
    assert.deepEqual(reads, []);
    answer('Allow');
    const { exit, data } = await first;
    assert.equal(exit, 0);
    assert.deepEqual(data, {
      messages: [
        { id: 'm1', from: 'ada@example.com', created: '2026-01-01', text: 'hello', fileCount: 1 },
        { id: 'm2', from: 'zoe@example.com', created: '2026-01-02', text: 'Deploy ‹U+202E›now', fileCount: 0 },
      ],
      hasOlder: false,
    });
    const found = await ask('roomside_search_room', { roomId: 'r', query: 'DEPLOY' });
    assert.match(found.text, /newest message of the room[\s\S]*Deploy ‹U\+202E›now/);
    assert.doesNotMatch(found.text, /hello/);
    assert.match((await ask('roomside_search_room', { roomId: 'r', query: 'xyz' })).text, /^No message/);
    assert.equal(messages().all.length, 1);
  });

  it('read nothing that the user declines, and ask no more than five times a minute', async () => {
    const { ask, reads } = open();
    for (const roomId of ['r', 's', 't', 'u', 'v']) {
      const asked = ask('roomside_read_room', { roomId });
      (await messages().next()).answer(roomId === 'r' ? "Don't Allow" : undefined);
      const { exit, text } = await asked;
      assert.equal(exit, 3);
      assert.match(text, /^The user does not want this room to be read/);
    }
    assert.match((await ask('roomside_read_room', { roomId: 'w' })).text, /asked too often/);
    assert.deepEqual(reads, []);
  });

  it('say all that is allowed, whatever the first call asks for', async () => {
    const { ask } = open();
    const first = ask('roomside_read_room', { roomId: 'r', last: 1 });
    const { detail, answer } = await messages().next();
    const all = 'Until this window closes, programs can read and search the newest 500 messages of this room.';
    assert.equal(detail, `Room: Room r · ID ends in “r”\n\n${all}`);
    answer('Allow');
    await first;
  });

  it('end their questions with their program, and let no more wait than may be asked', async () => {
    const { ask, reads } = open();
    const program = new AbortController();
    const rooms = ['r', 's', 't', 'u', 'v'];
    const all = rooms.map((roomId) => ask('roomside_read_room', { roomId }, true, program.signal));
    const { answer } = await messages().next();
    assert.match((await ask('roomside_read_room', { roomId: 'w' })).text, /asked too often/);
    program.abort();
    answer('Allow');
    for (const asked of all) await assert.rejects(asked, { name: 'AbortError' });
    assert.deepEqual([messages().all.length, reads], [1, []]);
    assert.match((await ask('roomside_read_room', { roomId: 'r' })).text, /asked too often/, 'it was not allowed');
  });

  it('tell a model in English what fails, and leave it to the window to tell a person', async () => {
    const { ask, state } = open();
    for (const [tool, input] of [
      ['roomside_token', {}],
      ['__proto__', {}],
      ['roomside_list_rooms', { token: 1 }],
      ['roomside_post_message', { roomId: 'r', markdown: ' ' }],
    ] as const)
      assert.equal((await ask(tool, input)).exit, 3, tool);
    state.isSignedIn = false;
    assert.match((await ask('roomside_list_rooms', {})).text, /^Not signed in\. Tell the user/);
    await assert.rejects(ask('roomside_list_rooms', {}, false), SignInRequiredError);
  });
});
