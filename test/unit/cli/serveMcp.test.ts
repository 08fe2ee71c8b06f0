import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { text } from 'node:stream/consumers';
import { Client } from '@modelcontextprotocol/client';
import { StdioClientTransport } from '@modelcontextprotocol/client/stdio';
import { useRoomsideCommand } from '../../support/fakes/roomsideCommand.ts';
import { exceptOnWindows } from '../../support/needs.ts';

exceptOnWindows('shells of other systems').describe('The server for agents, with the official client', function () {
  this.timeout(60_000);
  const { command, folder, open, door } = useRoomsideCommand();
  const clients: Client[] = [];
  afterEach(async () => {
    for (const client of clients.splice(0)) await client.close();
  });

  async function connect() {
    const client = new Client({ name: 'test', version: '1.0.0' });
    clients.push(client);
    const env = { PATH: process.env.PATH ?? '', ROOMSIDE_WINDOW: 'window' };
    const transport = new StdioClientTransport({ command, args: ['mcp'], env, cwd: folder.path });
    await client.connect(transport);
    return { client, transport };
  }

  const list = { name: 'roomside_list_rooms', arguments: { filter: 'x' } };

  it('says what it is, and offers the tools of the manifest', async () => {
    const { client } = await connect();
    assert.equal(client.getServerVersion()?.name, 'roomside');
    const { tools } = await client.listTools();
    assert.ok(tools.some(({ name }) => name === 'roomside_post_message'));
    for (const tool of tools)
      assert.deepEqual(Object.keys(tool).toSorted(), ['description', 'inputSchema', 'name'], 'and nothing else');
    assert.deepEqual(client.getServerCapabilities(), { tools: {} });
  });

  it('asks whatever window is open at a call, and says whether it failed', async () => {
    const { client } = await connect();
    const none = await client.callTool(list);
    assert.equal(none.isError, true);
    assert.match(JSON.stringify(none.content), /No window responds/);
    const calls = await open(async () => ({ exit: calls.length === 1 ? 0 : 3, text: `answer ${calls.length}` }));
    const answers = [await client.callTool(list), await client.callTool({ name: 'roomside_read_room' })];
    assert.deepEqual(
      answers.map(({ content, isError }) => [content, isError]),
      [
        [[{ type: 'text', text: 'answer 1' }], false],
        [[{ type: 'text', text: 'answer 2' }], true],
      ],
    );
    assert.deepEqual(calls, [
      { do: 'tool', tool: 'roomside_list_rooms', input: { filter: 'x' }, isForModel: true },
      { do: 'tool', tool: 'roomside_read_room', input: {}, isForModel: true },
    ]);
  });

  it('says that the window is busy, and not that there is none, to a call beyond those that it answers', async () => {
    const { client } = await connect();
    const [asked, answered] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
    const calls = await open(async () => {
      if (calls.length === 4) asked.resolve();
      await answered.promise;
      return { exit: 0, text: 'read' };
    });
    const four = Array.from({ length: 4 }, () => client.callTool(list));
    await asked.promise;
    const { content, isError } = await client.callTool(list);
    assert.equal(isError, true);
    assert.match(JSON.stringify(content), /responds to other programs\. Try again\./);
    answered.resolve();
    assert.deepEqual(
      (await Promise.all(four)).map((each) => each.isError),
      [false, false, false, false],
    );
  });

  it('says that a call is too long, and not that the window closed', async () => {
    const { client } = await connect();
    const calls = await open();
    const markdown = 'x'.repeat(800_000);
    const { content, isError } = await client.callTool({ name: 'roomside_post_message', arguments: { markdown } });
    const text = 'This is too long for one call. Nothing was sent.';
    assert.deepEqual([content, isError, calls], [[{ type: 'text', text }], true, []]);
  });

  /** A window whose user does not answer the question. */
  async function openSilent() {
    const [asked, ended] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
    await open(async (_, __, signal) => {
      asked.resolve();
      await once(signal, 'abort');
      ended.resolve();
      return { exit: 1, text: '' };
    });
    return { asked: asked.promise, ended: ended.promise };
  }

  it('ends the question of a call that is canceled, and continues', async () => {
    const { asked, ended } = await openSilent();
    const { client } = await connect();
    const abort = new AbortController();
    const call = client.callTool(list, { signal: abort.signal });
    await asked;
    abort.abort();
    await assert.rejects(call);
    await ended;
    door()?.close();
    await open();
    assert.equal((await client.callTool(list)).isError, false);
  });

  it('ends with its agent, and with it the question', async () => {
    const { asked, ended } = await openSilent();
    const { client } = await connect();
    const call = client.callTool(list);
    call.catch(() => undefined);
    await asked;
    await client.close();
    await ended;
  });

  it('reports that it waits, so that a time limit of the agent begins again', async () => {
    const { client } = await connect();
    const release = Promise.withResolvers<void>();
    await open(async () => {
      await release.promise;
      return { exit: 0, text: 'late' };
    });
    const options = { onprogress: () => release.resolve(), timeout: 15_000, resetTimeoutOnProgress: true };
    assert.deepEqual((await client.callTool(list, options)).content, [{ type: 'text', text: 'late' }]);
  });

  it('says that a message is too long, and ends with a code of its own', async () => {
    const child = spawn(command, ['mcp'], { env: { PATH: process.env.PATH ?? '' } });
    child.stdin.on('error', () => undefined).write('x'.repeat(1024 * 1024 + 1));
    const [[exit], said] = await Promise.all([once(child, 'close'), text(child.stderr)]);
    assert.equal(exit, 70);
    assert.match(said, /exceeded maximum size/);
  });
});
