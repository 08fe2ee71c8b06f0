import assert from 'node:assert/strict';
import manifest from '../../../package.json' with { type: 'json' };
import { serveMcp } from '../../../src/cli/serveMcp.ts';
import type { DoorAnswer, DoorCall } from '../../../src/core/terminal/doorCall.ts';

describe('The server for agents', () => {
  type Ask = (call: DoorCall, signal: AbortSignal) => Promise<DoorAnswer>;

  async function answersTo(messages: readonly unknown[], ask: Ask = async () => ({ exit: 0, text: 'done' })) {
    const lines: string[] = [];
    async function* input(): AsyncGenerator<Uint8Array> {
      const text = messages.map((each) => (typeof each === 'string' ? each : JSON.stringify(each))).join('\n');
      const bytes = Buffer.from(`${text}\n`);
      for (let at = 0; at < bytes.length; at += 7000) yield bytes.subarray(at, at + 7000);
    }
    await serveMcp(manifest, { input: input(), send: (line) => lines.push(line) }, ask);
    return lines.map((line) => JSON.parse(line));
  }

  const call = (id: unknown, name = 'roomside_list_rooms', given: unknown = { filter: 'x' }) => ({
    ...{ jsonrpc: '2.0', id, method: 'tools/call' },
    params: { name, arguments: given },
  });

  it('offers the tools of the manifest, in the version of the agent if it knows it', async () => {
    const initialize = (protocolVersion: string) => ({ id: 1, method: 'initialize', params: { protocolVersion } });
    const [known, unknown, none, ping, list] = await answersTo([
      initialize('2024-11-05'),
      initialize('1999-01-01'),
      { method: 'notifications/initialized' },
      { id: 'p', method: 'ping' },
      { id: 2, method: 'tools/list' },
      { id: 3, method: 'resources/list' },
    ]);
    assert.equal(known.result.protocolVersion, '2024-11-05');
    assert.equal(unknown.result.protocolVersion, '2025-11-25');
    assert.deepEqual([none.id, none.result], ['p', {}], 'a notification has no answer');
    const names = ping.result.tools.map(({ name }: { readonly name: string }) => name);
    assert.ok(names.includes('roomside_post_message') && names.includes('roomside_search_room'));
    for (const tool of ping.result.tools)
      assert.deepEqual(Object.keys(tool), ['name', 'description', 'inputSchema'], 'and nothing else');
    assert.equal(list.error.code, -32601);
  });

  it('asks the window for each call, and says whether it failed', async () => {
    const calls: DoorCall[] = [];
    const answers = await answersTo(
      [call(1), { id: 2, method: 'tools/call', params: { name: 'roomside_read_room' } }],
      async (asked) => {
        calls.push(asked);
        return { exit: calls.length === 1 ? 0 : 3, text: `answer ${calls.length}` };
      },
    );
    assert.deepEqual(calls, [
      { do: 'tool', tool: 'roomside_list_rooms', input: { filter: 'x' }, isForModel: true },
      { do: 'tool', tool: 'roomside_read_room', input: {}, isForModel: true },
    ]);
    const results = answers.map(({ id, result }) => [id, result.content[0].text, result.isError]);
    assert.deepEqual(results, [
      [1, 'answer 1', false],
      [2, 'answer 2', true],
    ]);
  });

  it('ends a call that is canceled, and all calls with the agent', async () => {
    const ended: number[] = [];
    const ask: Ask = (_, signal) =>
      new Promise((__, reject) =>
        signal.addEventListener('abort', () => {
          ended.push(ended.length);
          reject(new DOMException('', 'AbortError'));
        }),
      );
    const cancel = { method: 'notifications/cancelled', params: { requestId: 1 } };
    assert.deepEqual(await answersTo([call(1), cancel, call(2)], ask), [], 'the agent does not wait for these answers');
    assert.equal(ended.length, 2);
  });

  it('refuses what is no message, and continues', async () => {
    const answers = await answersTo(['{', 'null', '[]', call(null), call({}), 'x'.repeat(1024 * 1024 + 1), call(9)]);
    const codes = answers.map(({ error, id }) => error?.code ?? id);
    assert.deepEqual(codes.slice(0, 5), [-32700, -32700, -32700, -32600, -32600]);
    assert.equal(codes.at(-1), 9);
    assert.ok(codes.slice(5, -1).every((code) => code === -32700));
  });
});
