import assert from 'node:assert/strict';
import { execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import {
  chmodSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  rmSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { text } from 'node:stream/consumers';
import { removeDoorRecord, writeDoorRecord } from '../../../src/platform/terminal/doorFiles.ts';
import { useRoomsideCommand } from '../../support/fakes/roomsideCommand.ts';
import { exceptOnWindows } from '../../support/needs.ts';
import { projectRoot } from '../project/projectFiles.ts';

interface Ran {
  readonly exit: number | null;
  readonly out: string;
  readonly err: string;
}

exceptOnWindows('shells of other systems').describe('The command in a terminal', function () {
  this.timeout(60_000);
  const { folder, storage, command, door, open } = useRoomsideCommand();

  function start(args: readonly string[], id: string | undefined = 'window') {
    const child = spawn(command, args, {
      cwd: folder.path,
      env: { PATH: process.env.PATH, ...(id && { ROOMSIDE_WINDOW: id }) },
    });
    const ran = async (input = ''): Promise<Ran> => {
      child.stdin.on('error', () => undefined).end(input);
      const closed = once(child, 'close');
      const [out, err] = await Promise.all([text(child.stdout), text(child.stderr)]);
      const [exit] = await closed;
      return { exit, out, err };
    };
    return { child, ran };
  }
  const run = (args: readonly string[], input?: string, id?: string) => start(args, id).ran(input);

  it('shares what is piped and prints the answer', async () => {
    const calls = await open();
    const ran = await run(['share', '--room', 'Builds', '-c', 'see', '--name', 'log.txt'], 'failed\n');
    assert.deepEqual(ran, { exit: 0, out: 'Sent\n', err: '' });
    const of = { do: 'share', isInTerminal: true };
    const call = { ...of, files: [], room: 'Builds', comment: 'see', name: 'log.txt', text: 'failed\n' };
    assert.deepEqual(calls, [call]);
  });

  it('shares files, and lines of a file, by their paths from here', async () => {
    const calls = await open();
    const file = path.join(folder.path, 'src/a.ts');
    for (const args of [['src/a.ts:10-20'], ['src/a.ts:7'], ['src/a.ts', './b'], ['--as-file', 'src/a.ts:7']])
      assert.equal((await run(['share', ...args])).exit, 0);
    const files = calls.map((call) => (call.do === 'share' ? call.files : []));
    assert.deepEqual(files, [
      [{ path: file, startLine: 10, endLine: 20 }],
      [{ path: file, startLine: 7, endLine: 7 }],
      [{ path: file }, { path: path.join(folder.path, 'b') }],
      [{ path: file }],
    ]);
  });

  it('shares a file whose name looks like lines of another one', async () => {
    const calls = await open();
    const file = path.join(folder.path, 'log 10:30');
    writeFileSync(file, 'failed\n');
    const long = 'x'.repeat(3000);
    for (const name of ['log 10:30', 'log 10:30:7', `${long}:7`]) assert.equal((await run(['share', name])).exit, 0);
    const files = calls.map((call) => (call.do === 'share' ? call.files : []));
    const lines = { startLine: 7, endLine: 7 };
    assert.deepEqual(files, [
      [{ path: file }],
      [{ path: file, ...lines }],
      [{ path: path.join(folder.path, long), ...lines }],
    ]);
  });

  it('ends with the code and the sentence of the window, in its language', async () => {
    for (const exit of [1, 2, 3]) {
      await open(async () => ({ exit, text: `because ${exit}` }));
      assert.deepEqual(await run(['share', 'a']), { exit, out: '', err: `because ${exit}\n` });
      door()?.close();
    }
    await open(undefined, 'window', 'de');
    const { exit, err } = await run(['shrae']);
    assert.deepEqual([exit, err], [2, 'Es gibt keinen Befehl „shrae“. Siehe `roomside --help`.\n']);
  });

  it('refuses a wrong use before it asks', async () => {
    const calls = await open();
    const wrong = [
      ['share', '--rom', 'x'],
      ['share', '--reply', 'm'],
      ['share', 'a:0'],
      ['share', 'a:9-1'],
      ['share', 'a:1', 'b'],
      ['share', ...Array(101).fill('a')],
    ];
    for (const args of wrong) {
      const { exit, out, err } = await run(args);
      assert.deepEqual([exit, out], [2, ''], args.join(' '));
      assert.match(err, /\w+.*\n$/);
    }
    assert.deepEqual(calls, []);
  });

  it('prints help, version and completion without a window', async () => {
    const { version } = JSON.parse(readFileSync(path.join(projectRoot, 'package.json'), 'utf8'));
    assert.deepEqual(await run(['--version']), { exit: 0, out: `${version}\n`, err: '' });
    for (const args of [[], ['help'], ['share', '--help'], ['-h']]) {
      const { exit, out } = await run(args);
      assert.equal(exit, 0);
      assert.match(out, /share \[FILE/);
    }
    assert.match((await run(['completion', 'bash'])).out, /^_roomside\(\)/);
    for (const wrong of [['completion'], ['completion', 'cmd']]) assert.equal((await run(wrong)).exit, 2);
  });

  it('prints JSON, and no control characters of other people', async () => {
    const hostile = 'Sent to \u001b]0;x\u0007\u202eBuilds\u009b2J\u2028\u2029';
    await open(async () => ({ exit: 0, text: hostile, data: { sent: [{ id: 'm' }] } }));
    const { out } = await run(['share', 'a']);
    assert.equal(out, 'Sent to \ufffd]0;x\ufffd\ufffdBuilds\ufffd2J\ufffd\ufffd\n');
    const json = await run(['share', 'a', '--json']);
    assert.deepEqual(JSON.parse(json.out).sent, [{ id: 'm' }]);
    assert.doesNotMatch(json.out, /(?!\n)[\p{Cc}\p{Cf}\p{Zl}\p{Zp}]/u);
  });

  it('lists, reads and searches rooms, and shows what people wrote as indented text', async () => {
    const messages = [
      { id: 'm', from: 'zoe@example.com', created: '2026-01-02', text: 'one\n\u001b[2Jtwo', fileCount: 2 },
      { id: 'n', from: 'zoe@example.com', created: '2026-01-03', text: 'three', fileCount: 1 },
    ];
    const calls = await open(async (call) => {
      const isList = call.do === 'tool' && call.tool === 'roomside_list_rooms';
      return { exit: 0, text: 'for models', data: isList ? { rooms: [{ id: 'r', title: 'A' }] } : { messages } };
    });
    assert.equal((await run(['rooms', 'parser', 'team'])).out, 'A\tr\n');
    const read = await run(['read', 'A', '--last', '5']);
    const first = 'zoe@example.com · 2026-01-02 · 2 attachments · m\n  one\n  \ufffd[2Jtwo\n';
    assert.equal(read.out, `${first}\nzoe@example.com · 2026-01-03 · 1 attachment · n\n  three\n`);
    assert.equal((await run(['search', 'A', 'two', 'words'])).out, read.out);
    for (const wrong of [['read'], ['read', 'A', 'B'], ['read', 'A', '--last', '0'], ['search', 'A']])
      assert.equal((await run(wrong)).exit, 2);
    assert.deepEqual(calls, [
      { do: 'tool', tool: 'roomside_list_rooms', input: { filter: 'parser team', limit: 100 } },
      { do: 'tool', tool: 'roomside_read_room', input: { last: 5 }, room: 'A' },
      { do: 'tool', tool: 'roomside_search_room', input: { query: 'two words' }, room: 'A' },
    ]);
  });

  it('prints the link of a file or its lines', async () => {
    const calls = await open(async () => ({ exit: 0, text: 'https://a.example/#L7', data: { link: 'x' } }));
    assert.deepEqual(await run(['link', 'a.ts:7-9']), { exit: 0, out: 'https://a.example/#L7\n', err: '' });
    assert.equal((await run(['link', 'a.ts'])).exit, 0);
    for (const wrong of [['link'], ['link', 'a.ts', 'b.ts'], ['link', 'a.ts:0']])
      assert.equal((await run(wrong)).exit, 2);
    const file = path.join(folder.path, 'a.ts');
    assert.deepEqual(calls, [
      { do: 'link', file: { path: file, startLine: 7, endLine: 9 } },
      { do: 'link', file: { path: file } },
    ]);
  });

  it('ends the question at Ctrl+C', async () => {
    const [asked, ended] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
    await open(async (_, __, signal) => {
      signal.addEventListener('abort', () => ended.resolve());
      asked.resolve();
      await ended.promise;
      return { exit: 1, text: '' };
    });
    const { child, ran } = start(['share', '--room', 'Builds']);
    const end = ran('text');
    await asked.promise;
    child.kill('SIGINT');
    assert.deepEqual(await end, { exit: 130, out: '', err: 'Canceled\n' });
    await ended.promise;
  });

  it('ends with 4 where no window answers, and never asks another window than that of its terminal', async () => {
    assert.equal((await run(['share', 'a'])).exit, 4, 'no record');
    const calls = await open(undefined, 'other');
    const { exit, err } = await run(['share', 'a']);
    assert.equal(exit, 4);
    assert.match(err, /^No window responds\./);
    removeDoorRecord(storage, 'other', door()?.key ?? '');
    await open();
    door()?.close();
    assert.equal((await run(['share', 'a'])).exit, 4, 'a stale record');
    assert.deepEqual(calls, []);
  });

  it('refuses what is no regular file, or leads to another one in the window', async () => {
    const calls = await open();
    const pipe = path.join(folder.path, 'pipe');
    execFileSync('mkfifo', [pipe]);
    for (const file of [pipe, `${pipe}:1-2`, folder.path, '/dev/fd/0', '/dev/stdin', '/proc/self/environ']) {
      const { exit, err } = await run(['share', file]);
      assert.deepEqual([exit, err], [2, `${file.replace(/:.*/, '')} isn't a regular file.\n`]);
    }
    assert.deepEqual(calls, []);
  });

  it('does not say that no window responds when one closes that has got the call', async () => {
    await open(async () => {
      door()?.close();
      return { exit: 0, text: 'Sent' };
    });
    const { exit, out, err } = await run(['share', 'a']);
    assert.deepEqual([exit, out], [70, '']);
    assert.match(err, /^The window closed before it responded\..*look in Recent Shares/);
  });

  it('ends with the code of the answer when its output is closed', async () => {
    await open(async () => ({ exit: 0, text: 'Sent' }));
    const { child } = start(['share', 'a']);
    child.stdout.destroy();
    const [[exit], err] = await Promise.all([once(child, 'close'), text(child.stderr), child.stdin.end()]);
    assert.deepEqual([exit, err], [0, '']);
  });

  it('ends with a code of its own after a fault, which says nothing of the share', async () => {
    await open(async () => ({ exit: 'x' }) as never);
    const { exit, out, err } = await run(['share', 'a']);
    assert.deepEqual([exit, out], [70, '']);
    assert.match(err, /TypeError/);
  });

  it('is not kept from its window by what is no file among the records', async () => {
    const windows = path.join(storage, 'terminal/windows');
    mkdirSync(path.join(windows, 'folder.json'), { recursive: true });
    execFileSync('mkfifo', [path.join(windows, 'pipe.json')]);
    try {
      const calls = await open();
      assert.equal((await run(['share', 'a'])).exit, 0);
      assert.equal(calls.length, 1);
    } finally {
      for (const name of ['folder.json', 'pipe.json']) rmSync(path.join(windows, name), { recursive: true });
    }
  });

  it('ignores the record of a window that closes meanwhile', async () => {
    const calls = await open();
    symlinkSync('gone', path.join(storage, 'terminal/windows/closed.json'));
    assert.equal((await run(['share', 'a'])).exit, 0);
    assert.equal(calls.length, 1);
  });

  it('finds the window of its folder outside of a terminal of VS Code', async () => {
    const calls = await open();
    await writeDoorRecord(storage, 'elsewhere', {
      socket: door()?.socket ?? '',
      key: 'k',
      folders: ['/x'],
      language: 'en',
    });
    const outside = start(['share', 'a'], '');
    assert.equal((await outside.ran()).exit, 0);
    assert.equal(calls.length, 1);
    removeDoorRecord(storage, 'elsewhere', 'k');
  });

  it('gives its key to no socket in a folder that others can write to, or behind a link', async () => {
    const calls = await open();
    const [key, socket] = [door()?.key ?? '', door()?.socket ?? ''];
    const link = path.join(folder.path, 'roomside-link');
    symlinkSync(path.dirname(socket), link);
    await writeDoorRecord(storage, 'window', { socket: path.join(link, 'socket'), key, folders: [], language: 'en' });
    assert.equal((await run(['share', 'a'])).exit, 4);
    await writeDoorRecord(storage, 'window', { socket, key, folders: [], language: 'en' });
    chmodSync(path.dirname(socket), 0o777);
    assert.equal((await run(['share', 'a'])).exit, 4);
    assert.deepEqual(calls, []);
    chmodSync(path.dirname(socket), 0o700);
    assert.equal((await run(['share', 'a'])).exit, 0);
  });

  it('keeps the key in a file of its user, out of the environment and the list of processes', async () => {
    await open();
    const record = path.join(storage, 'terminal/windows/window.json');
    assert.equal(statSync(record).mode & 0o777, 0o600);
    assert.equal(statSync(path.dirname(record)).mode & 0o777, 0o700);
    assert.ok(!readFileSync(command, 'utf8').includes(door()?.key ?? 'x'));
  });

  it('removes the records of windows that have crashed, and a folder only of its user alone', async () => {
    const windows = path.join(storage, 'terminal/windows');
    mkdirSync(windows, { recursive: true });
    const made = ['a', 'b', 'c'].map((name) => {
      const socket = path.join(mkdtempSync(path.join(tmpdir(), 'roomside-')), 'socket');
      const record = path.join(windows, `${name}.json`);
      // Of no process: the numbers of processes are smaller.
      writeFileSync(record, JSON.stringify({ socket, key: 'k', pid: 2 ** 30, folders: [], language: 'en' }));
      return { record, folder: path.dirname(socket) };
    });
    const [, shared] = made;
    chmodSync(shared?.folder ?? '', 0o755);
    await open();
    assert.deepEqual(
      made.map((each) => [existsSync(each.record), existsSync(each.folder)]),
      [
        [false, false],
        [false, true],
        [false, false],
      ],
    );
    rmSync(shared?.folder ?? '', { recursive: true });
  });
});
