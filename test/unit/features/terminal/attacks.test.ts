import assert from 'node:assert/strict';
import { once } from 'node:events';
import { existsSync, readFileSync, rmSync } from 'node:fs';
import { connect } from 'node:net';
import path from 'node:path';
import { text as textOf } from 'node:stream/consumers';
import { askWindow, NoAnswerError } from '../../../../src/cli/askWindow.ts';
import { type DoorCall, type DoorRecord, parseDoorRecord } from '../../../../src/core/terminal/doorCall.ts';
import { doorRequest } from '../../../support/fakes/doorRequest.ts';
import { Uri, useQuickInputs, waitUntilTrue, workspace } from '../../../support/fakes/fakeWindow.ts';
import { shareWorld } from '../../../support/fakes/shareWorld.ts';
import { withVscode } from '../../../support/fakes/withVscode.ts';
import { createTemporaryFolder } from '../../../support/harness/temporaryFolder.ts';
import { exceptOnWindows } from '../../../support/needs.ts';

const { createRequestShare } = await withVscode(() => import('../../../../src/features/share/requestShare.ts'));
const { createTerminal } = await withVscode(() => import('../../../../src/features/terminal/index.ts'));
const { createTools } = await withVscode(() => import('../../../../src/features/languageModelTools/index.ts'));

/** The same numbers in each run. */
function* numbers(): Generator<number> {
  for (let state = 1; ; ) {
    state = (state * 48271) % 0x7fffffff;
    yield state;
  }
}

describe('An attack on the window of a terminal', function () {
  // A thousand connections take a minute under Wine on a busy machine.
  this.timeout(300_000);
  const inputs = useQuickInputs();
  const folder = createTemporaryFolder();
  const trust = { isTrusted: true };
  before(() => void Object.defineProperty(workspace, 'isTrusted', { get: () => trust.isTrusted, configurable: true }));
  after(() => folder.remove());

  async function open() {
    let nowMs = 0;
    // Each look at the clock is a minute later: the limit of questions is tested elsewhere.
    const clock = { now: () => (nowMs += 60_001) };
    const client = {
      async *listRooms() {
        yield { items: [{ id: 'r', title: 'Design', type: 'group' }], hasNext: false };
      },
      listMemberships: () => assert.fail('offline'),
    };
    const session = async () => ({ account: { id: 'ada', label: 'ada@example.com' }, client });
    const connection = { requireSession: session, client: async () => client };
    const rooms = { accountId: 'ada' };
    const design = { id: 'r', title: 'Design', type: 'group' };
    const directory = {
      rooms: [design],
      find: (id: string) => (id === 'r' ? design : undefined),
      retry: async () => [],
    };
    const world = shareWorld({ rooms, clock, connection, directory, marks: { record: { recent: ['r'] } } });
    const ports = { ...world.ports, clock, drafts: { create: async () => undefined } };
    const requestShare = createRequestShare(ports as never);
    const { call: callTool } = createTools({ ...ports, requestShare } as never);
    const [storage, extensionUri] = [Uri.file(folder.path), Uri.file(folder.path)];
    const terminal = createTerminal({
      ...ports,
      storage,
      extensionUri,
      windowId: 'w',
      requestShare,
      callTool,
    } as never);
    const file = path.join(folder.path, 'terminal/windows/w.json');
    await waitUntilTrue('it is open', () => existsSync(file));
    const record = parseDoorRecord(readFileSync(file, 'utf8')) ?? assert.fail('no record');
    return { terminal, record, file, sent: () => world.queued };
  }

  async function* pipe(): AsyncGenerator<Uint8Array> {
    yield Buffer.from('text');
  }

  async function sendBytes({ socket }: DoorRecord, bytes: Uint8Array): Promise<void> {
    const connection = connect(socket);
    connection.on('error', () => undefined).resume();
    connection.end(bytes);
    await once(connection, 'close');
  }

  it('posts nothing in 1,000 tries without Enter, whatever is sent, and leaves nothing behind', async () => {
    const { terminal, record, sent } = await open();
    const random = numbers();
    const next = (below: number): number => (random.next().value ?? 0) % below;
    const share: DoorCall = { do: 'share', files: [], room: 'r' };
    const post: DoorCall = {
      do: 'tool',
      tool: 'roomside_post_message',
      input: { roomId: 'r', markdown: 'x' },
      isForModel: true,
    };
    const calls: readonly unknown[] = [
      share,
      post,
      { ...share, send: true },
      { ...post, confirmed: true },
      null,
      { do: 'send' },
    ];
    for (let tried = 0; tried < 1000; tried += 1) {
      const isKeyRight = next(2) === 0;
      const key = isKeyRight ? record.key : record.key.slice(0, next(43));
      const whole = doorRequest(key, calls[next(calls.length)], 'text\r\n\r\n');
      if (next(3) > 0) whole[next(whole.length)] = next(256);
      await sendBytes(record, next(3) > 0 ? whole.subarray(0, next(whole.length)) : whole);
    }
    for (let asked = 0; asked < 25; asked += 1) {
      // Whole calls, which are answered by an Enter that was meant for another place.
      const sharing = new AbortController();
      const shared = askWindow(record, share, { pipe: pipe(), signal: sharing.signal });
      await (await inputs().next()).accept();
      sharing.abort();
      await assert.rejects(shared, { name: 'AbortError' });
    }
    assert.deepEqual(sent(), []);
    terminal.dispose();
    await waitUntilTrue('its folder is gone, with what was piped', () => !existsSync(path.dirname(record.socket)));
  });

  exceptOnWindows('a folder in use stays').it('shares nothing of a pipe that could not be stored whole', async () => {
    const { terminal, record, sent } = await open();
    const connection = connect(record.socket);
    await once(connection, 'connect');
    rmSync(path.dirname(record.socket), { recursive: true });
    connection.write(doorRequest(record.key, { do: 'share', files: [] }, 'text'));
    assert.match(await textOf(connection), /\{"exit":3,"text":"The file no longer exists\."\}/);
    assert.deepEqual(sent(), []);
    terminal.dispose();
    await new Promise((resolve) => setImmediate(resolve));
  });

  it('reaches nothing in Restricted Mode, nor after the window has closed', async () => {
    const { terminal, record, file } = await open();
    const list: DoorCall = { do: 'tool', tool: 'roomside_list_rooms', input: {} };
    assert.equal((await askWindow(record, list)).exit, 0);
    trust.isTrusted = false;
    assert.equal((await askWindow(record, list)).exit, 4, 'before the socket is closed');
    await terminal.update();
    await assert.rejects(askWindow(record, list), NoAnswerError);
    assert.equal(existsSync(file), false);
    trust.isTrusted = true;
    await terminal.update();
    const again = parseDoorRecord(readFileSync(file, 'utf8')) ?? assert.fail('no record');
    assert.notEqual(again.key, record.key);
    assert.equal((await askWindow(again, list)).exit, 0);
    terminal.dispose();
    await new Promise((resolve) => setImmediate(resolve));
    await assert.rejects(askWindow(again, list), NoAnswerError);
  });
});
