import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync, statSync } from 'node:fs';
import { connect, createServer, type Socket } from 'node:net';
import path from 'node:path';
import { text } from 'node:stream/consumers';
import { askWindow, NoAnswerError } from '../../../../src/cli/askWindow.ts';
import { codeOf } from '../../../../src/core/base/storage/systemError.ts';
import type { DoorAnswer, DoorCall } from '../../../../src/core/terminal/doorCall.ts';
import { type DoorServer, listenAtDoor, type PipedFile } from '../../../../src/platform/terminal/doorServer.ts';
import { doorRequest } from '../../../support/fakes/doorRequest.ts';
import { RecordingLog } from '../../../support/fakes/recordingLog.ts';
import { useTemporaryFolder } from '../../../support/harness/useTemporaryFolder.ts';
import { exceptOnWindows, exceptOnWine } from '../../../support/needs.ts';

const share: DoorCall = { do: 'share', files: [] };
const tool: DoorCall = { do: 'tool', tool: 'roomside_list_rooms', input: {} };

describe('The socket of a window', () => {
  const temporary = useTemporaryFolder();
  const doors: DoorServer[] = [];
  afterEach(() => {
    for (const door of doors.splice(0)) door.close();
  });

  type Answer = (call: DoorCall, piped: PipedFile | undefined, signal: AbortSignal) => Promise<DoorAnswer>;

  async function open(answer: Answer = async () => ({ exit: 0, text: 'answered' })) {
    const [calls, log]: [DoorCall[], RecordingLog] = [[], new RecordingLog()];
    const door = await listenAtDoor({
      log,
      answer(call, ...more) {
        calls.push(call);
        return answer(call, ...more);
      },
    });
    doors.push(door);
    const record = { ...door, pid: process.pid, folders: [], language: 'en' };
    return { door, calls, log, record };
  }

  /** What a connection answers to these bytes until it closes. */
  async function answerTo({ socket }: DoorServer, bytes: Uint8Array, { isCut = false } = {}): Promise<string> {
    const connection = connect(socket);
    let answer = '';
    connection.on('data', (chunk) => {
      answer += chunk.toString('latin1');
    });
    // A window that refuses bytes resets the connection.
    const closed = new Promise((resolve) => connection.on('error', () => undefined).on('close', resolve));
    connection.write(bytes);
    if (isCut) connection.end();
    await closed;
    return answer;
  }

  async function* parts(...texts: readonly string[]): AsyncGenerator<Uint8Array> {
    for (const text of texts) yield Buffer.from(text);
  }

  async function* endless(next: () => Promise<Uint8Array>): AsyncGenerator<Uint8Array> {
    for (;;) yield await next();
  }

  it('answers a call with what was piped in a file, which is removed then', async () => {
    const seen: { text?: string; path?: string } = {};
    const { record, calls } = await open(async (_, piped) => {
      seen.path = piped?.path ?? assert.fail('nothing was piped');
      seen.text = readFileSync(seen.path, 'utf8');
      if (process.platform !== 'win32') assert.equal(statSync(seen.path).mode & 0o077, 0, 'only for the user');
      return { exit: 0, text: 'Sent', data: { messages: ['m'] } };
    });
    const answer = await askWindow(record, share, { pipe: parts('one ', '', 'two') });
    assert.deepEqual(answer, { exit: 0, text: 'Sent', data: { messages: ['m'] } });
    assert.deepEqual([seen.text, calls], ['one two', [share]]);
    assert.equal(existsSync(seen.path ?? ''), false);
  });

  exceptOnWindows('named pipes have no folder').it(
    'opens in a shorter folder than a long one of the user',
    async () => {
      const { TMPDIR } = process.env;
      const long = path.join(temporary.path, 'x'.repeat(100));
      mkdirSync(long);
      process.env.TMPDIR = long;
      try {
        const { record } = await open();
        assert.equal((await askWindow(record, tool)).text, 'answered');
        assert.deepEqual(readdirSync(long), []);
      } finally {
        if (TMPDIR === undefined) delete process.env.TMPDIR;
        else process.env.TMPDIR = TMPDIR;
      }
    },
  );

  exceptOnWindows('a folder in use stays').it('lets the answer say that a pipe could not be stored', async () => {
    const { door } = await open(async (_, piped) => ({ exit: 3, text: codeOf(piped?.error) }));
    const connection = connect(door.socket);
    await once(connection, 'connect');
    rmSync(path.dirname(door.socket), { recursive: true });
    connection.write(doorRequest(door.key, share, 'a'));
    assert.match(await text(connection), /"text":"ENOENT"/);
  });

  it('answers with a long text', async () => {
    const text = 'ü'.repeat(1_500_000);
    const { record } = await open(async () => ({ exit: 0, text }));
    assert.equal((await askWindow(record, tool)).text, text);
  });

  exceptOnWindows('named pipes have no mode').it(
    'is in a folder of its user alone, and gone with the window',
    async () => {
      const { door, record } = await open();
      const folder = path.dirname(door.socket);
      assert.equal(statSync(folder).mode & 0o777, 0o700);
      door.close();
      assert.equal(existsSync(folder), false);
      await assert.rejects(askWindow(record, tool), NoAnswerError);
    },
  );

  it('says nothing to a program without the key of this window', async () => {
    const { door, record, calls, log } = await open();
    const other = await open();
    const keys = ['', 'x', door.key.slice(1), door.key.toLowerCase(), other.door.key, `Bearer ${door.key}`];
    for (const key of keys) assert.equal(await answerTo(door, doorRequest(key, share, 'a')), '', key);
    const requests = [
      'GET / HTTP/1.1',
      'OPTIONS / HTTP/1.1\r\nHost: localhost\r\nOrigin: null',
      'CONNECT a:1 HTTP/1.1',
      `GET / HTTP/1.1\r\nroomside-nonce: 1\r\nAuthorization: ${door.key}`,
    ];
    const expecting = ['100-continue', 'x'].map((expected) => `POST / HTTP/1.1\r\nExpect: ${expected}`);
    for (const text of ['\0', ...[...requests, ...expecting].map((head) => `${head}\r\n\r\n`)])
      assert.equal(await answerTo(door, Buffer.from(text)), '');
    // Before anything was piped.
    const pipe = endless(() => new Promise<never>(() => undefined));
    await assert.rejects(askWindow({ ...record, key: other.door.key }, share, { pipe }), NoAnswerError);
    assert.deepEqual([calls, other.calls, log.text], [[], [], '']);
  });

  it('gets neither the key nor the call where another program has taken the socket of a window that crashed', async () => {
    let received = '';
    const impostor = createServer((connection) => {
      connection.on('data', (chunk) => {
        received += chunk.toString('latin1');
        const proof = /roomside-nonce: (.*)/.exec(received)?.[1];
        connection.write(`HTTP/1.1 200 OK\r\nroomside-proof: ${proof}\r\nContent-Length: 0\r\n\r\n`);
      });
    });
    const socket =
      process.platform === 'win32' ? `\\\\.\\pipe\\${randomUUID()}` : path.join(temporary.path, 'impostor');
    await once(impostor.listen(socket), 'listening');
    const record = { socket, key: 'the-key', pid: process.pid, folders: [], language: 'en' };
    await assert.rejects(askWindow(record, share, { pipe: parts('what is piped') }), NoAnswerError);
    impostor.close();
    assert.match(received, /roomside-nonce/);
    assert.doesNotMatch(received, /the-key|roomside-call|piped/);
  });

  it('refuses a call that it does not know, is too long, is cut, or has more after it', async () => {
    const { door, calls, log } = await open(async (_, __, signal) => {
      await once(signal, 'abort');
      return { exit: 0, text: 'late' };
    });
    assert.match(await answerTo(door, doorRequest(door.key, { do: 'token' })), /"exit":2/);
    const input = 'x'.repeat(1024 * 1024);
    assert.equal(await answerTo(door, doorRequest(door.key, { ...tool, input })), '');
    const call = doorRequest(door.key, share, 'a');
    assert.equal(await answerTo(door, call.subarray(0, -1), { isCut: true }), '');
    assert.deepEqual(calls, []);
    for (const after of [call, Buffer.from('more')])
      assert.equal(await answerTo(door, Buffer.concat([call, after])), '');
    assert.equal(log.text, '');
  });

  it('answers at most four programs at once', async () => {
    const { door, record } = await open();
    const idle: Socket[] = [];
    for (let count = 0; count < 4; count += 1) {
      const connection = connect(door.socket);
      await once(connection, 'connect');
      idle.push(connection);
    }
    await assert.rejects(askWindow(record, tool), NoAnswerError);
    for (const connection of idle) connection.destroy();
    await Promise.all(idle.map((connection) => once(connection, 'close')));
    await new Promise((resolve) => setImmediate(resolve));
    assert.equal((await askWindow(record, tool)).exit, 0);
  });

  it('tells what answers when the program has ended', async () => {
    const ended = Promise.withResolvers<void>();
    const asked = Promise.withResolvers<void>();
    const { record } = await open(async (_, __, signal) => {
      signal.addEventListener('abort', () => ended.resolve());
      asked.resolve();
      await ended.promise;
      return { exit: 1, text: '' };
    });
    const abort = new AbortController();
    const asking = askWindow(record, share, { pipe: parts('a'), signal: abort.signal });
    await asked.promise;
    abort.abort();
    await assert.rejects(asking, { name: 'AbortError' });
    await ended.promise;
  });

  exceptOnWine('its named pipes are slow').it(
    'stops at 100 MB of a pipe, and reads it no faster than the disk takes it',
    async () => {
      const part = Buffer.alloc(1024 * 1024, 'x');
      let [taken, mostAhead] = [0, 0];
      const pipe = endless(async () => {
        mostAhead = Math.max(mostAhead, taken - receivedBytes() / part.length);
        taken += 1;
        return part;
      });
      const receivedBytes = (): number => {
        const folder = path.dirname(door.socket);
        const sizes = readdirSync(folder).map((name) => statSync(path.join(folder, name)).size);
        return sizes.reduce((sum, size) => sum + size, 0);
      };
      const { door, record } = await open(async (_, piped) => ({ exit: 3, text: '', data: piped?.byteLength }));
      const { data } = await askWindow(record, share, { pipe });
      assert.equal(Math.floor(Number(data) / part.length), 100);
      assert.ok(taken < 110 && mostAhead < 8, `${taken} MB were read, ${mostAhead} MB before they were on disk`);
    },
  );
});
