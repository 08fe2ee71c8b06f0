import assert from 'node:assert/strict';
import { setImmediate } from 'node:timers/promises';
import { callTool } from '../../../src/cli/callTool.ts';
import type { DoorCall } from '../../../src/core/terminal/doorCall.ts';
import { ManualClock } from '../../support/fakes/manualClock.ts';

describe('A tool that an agent calls', () => {
  it('asks the window again for the replies to a question, and holds no connection meanwhile', async () => {
    const clock = new ManualClock(0);
    const calls: DoorCall[] = [];
    let connections = 0;
    const question = { roomId: 'r', messageId: 'q', waitSeconds: 60 };
    const ask = async (call: DoorCall) => {
      connections += 1;
      calls.push(call);
      await setImmediate();
      connections -= 1;
      if (calls.length === 1) return { exit: 0, text: 'The message was posted.', data: { question } };
      const messages = [{ id: 'q' }, { id: 'reply' }].slice(0, calls.length - 1);
      return { exit: 0, text: `${messages.length} messages`, data: { messages } };
    };
    const { signal } = new AbortController();
    const input = { roomId: 'r', markdown: 'Why?' };
    const done = callTool('roomside_ask_and_wait', input, { ask, clock, signal });
    for (let look = 0; look < 2; look += 1) {
      for (let turn = 0; turn < 5; turn += 1) await setImmediate();
      assert.equal(connections, 0);
      clock.advance(10_000);
    }
    assert.equal((await done).text, '2 messages');
    const thread = { roomId: 'r', threadId: 'q', last: 20 };
    assert.deepEqual(calls, [
      { do: 'tool', tool: 'roomside_ask_and_wait', input, isForModel: true },
      { do: 'tool', tool: 'roomside_read_room', input: thread, isForModel: true },
      { do: 'tool', tool: 'roomside_read_room', input: thread, isForModel: true },
    ]);
  });

  it('tells an agent no path of this machine when it fails', async () => {
    const ask = async () => {
      throw new Error('EACCES /home/ada/socket');
    };
    const { signal } = new AbortController();
    const failing = callTool('roomside_list_rooms', {}, { ask, clock: new ManualClock(0), signal });
    await assert.rejects(failing, { message: 'Error' });
  });
});
