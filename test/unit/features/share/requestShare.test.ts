import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { utimes, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { FileChangedError } from '../../../../src/core/api/errors.ts';
import { SignInRequiredError } from '../../../../src/core/auth/errors.ts';
import { lazy } from '../../../../src/core/base/lazy.ts';
import { type RequestedContent, ShareRequestError } from '../../../../src/core/terminal/shareRequest.ts';
import { markdownOf } from '../../../../src/features/share/shareable.ts';
import {
  commands,
  setUserSetting,
  useMessages,
  useQuickInputs,
  waitUntilTrue,
  workspace,
} from '../../../support/fakes/fakeWindow.ts';
import { shareWorld } from '../../../support/fakes/shareWorld.ts';
import { withVscode } from '../../../support/fakes/withVscode.ts';
import { createTemporaryFolder } from '../../../support/harness/temporaryFolder.ts';
import { exceptOnWindows } from '../../../support/needs.ts';
import { closePlaces } from '../../../support/worlds/content/places.ts';

const { Uri } = await withVscode(() => import('vscode'));
const { createRequestShare } = await withVscode(() => import('../../../../src/features/share/requestShare.ts'));

const esc = '\u001b';
const message: RequestedContent = { markdown: 'hello' };
describe('A share that a program asks for', () => {
  const inputs = useQuickInputs();
  const messages = useMessages();
  const folder = createTemporaryFolder();
  after(() => folder.remove());

  function open(replaced: Parameters<typeof shareWorld>[0] = {}) {
    const time = { ms: 0 };
    const rooms = { accountId: 'ada' };
    const marks = { record: { recent: ['r'] } };
    const world = shareWorld({ rooms, marks, clock: { now: () => time.ms }, ...replaced });
    const requestShare = createRequestShare(world.ports);
    const abort = new AbortController();
    const ask = (content: RequestedContent = message, more: object = {}, { signal } = abort) =>
      requestShare({ title: 'Asked', content, roomId: 'r', ...more }, signal);
    return { ...world, time, abort, ask };
  }

  async function send(world: ReturnType<typeof open>): Promise<void> {
    await sendAfter(world, async () => undefined);
    await waitUntilTrue('it is stored', () => world.queued.length > 0);
  }

  /** Lets a program change something once the message is drawn, and presses Enter then. */
  async function sendAfter({ shown, pressEnter }: ReturnType<typeof open>, change: () => Promise<void>): Promise<void> {
    await inputs().next();
    await waitUntilTrue('the message is drawn', () => shown.length > 0);
    await change();
    await pressEnter();
  }

  async function piped(text: string | Uint8Array, more: object = {}) {
    const file = path.join(folder.path, 'piped');
    await writeFile(file, text);
    return { piped: { path: file, byteLength: Buffer.byteLength(text) }, ...more };
  }

  it('is sent by Enter in its confirmation, although others need none', async () => {
    await setUserSetting('roomside.share.confirm', 'whenNeeded');
    try {
      const world = open();
      const asked = world.ask();
      await send(world);
      assert.equal((await asked)?.[0]?.record?.state, 'sent');
      assert.deepEqual(world.queued[0]?.content, { kind: 'text', markdown: 'hello' });
    } finally {
      await setUserSetting('roomside.share.confirm', undefined);
    }
  });

  it('is not sent by a row of its list, which tasks, agents and other extensions can choose', async () => {
    const world = open();
    const asked = world.ask();
    const step = await inputs().next();
    for (const row of ['Send to Design', 'More Actions…', 'Send to Design', 'Read the Message']) await step.choose(row);
    await step.accept();
    assert.deepEqual(world.queued, []);
    await world.pressEnter();
    assert.equal((await asked)?.length, 1);
  });

  it('says at Enter that it cannot be sent while the page with the message is not drawn', async () => {
    let focusCount = 0;
    const focus = () => {
      focusCount += 1;
      return false;
    };
    const page = { focus, show: async () => undefined, hide: async () => undefined };
    const world = open({ preview: lazy(async () => page) });
    const asked = world.ask();
    const step = await inputs().next();
    await waitUntilTrue('the page was to have the focus', () => focusCount === 1);
    assert.deepEqual(messages().all, []);
    await step.accept();
    const { text, detail } = await messages().next();
    assert.match(`${text} ${detail}`, /this window can't show\. You can copy it as a message/);
    inputs().picker?.hide();
    assert.equal(await asked, undefined);
  });

  it('asks nothing more when its program ends, however many of its files have unsaved changes', async () => {
    const files = ['one.txt', 'two.txt'].map((name) => path.join(folder.path, name));
    for (const file of files) await writeFile(file, 'old');
    const documents = files.map((file) => ({ uri: Uri.file(file), isDirty: true, getText: () => 'new' }));
    Object.assign(workspace, { textDocuments: documents, notebookDocuments: [] });
    const world = open();
    const asked = world.ask({ files: files.map((file) => ({ path: file })) });
    const { rows } = await inputs().next();
    assert.match(rows.join(), /^Unsaved Version/);
    world.abort.abort();
    await assert.rejects(asked, { name: 'CancelledError' });
    const next = world.ask(message, {}, new AbortController());
    assert.equal((await inputs().next()).title, 'Asked');
    inputs().picker?.hide();
    assert.equal(await next, undefined);
    closePlaces();
  });

  it('gives the focus back to the terminal of its command, and to nothing for other programs', async () => {
    const focused: unknown[] = [];
    const { executeCommand } = commands;
    Object.assign(commands, { executeCommand: async (...command: unknown[]) => focused.push(command[0]) });
    try {
      for (const more of [{}, { isInTerminal: true }]) {
        const world = open();
        const asked = world.ask(message, more);
        await send(world);
        await asked;
      }
    } finally {
      Object.assign(commands, { executeCommand });
    }
    assert.deepEqual(
      focused.filter((command) => /focus/i.test(String(command))),
      ['workbench.action.terminal.focus'],
    );
  });

  it('takes no focus when its program ends while its message is drawn', async () => {
    let focusCount = 0;
    const focus = () => {
      focusCount += 1;
    };
    const page = { focus, show: async () => undefined, hide: async () => undefined, scroll: () => undefined };
    const world = open({ preview: lazy(async () => page) });
    const asked = world.ask();
    await inputs().next();
    world.abort.abort();
    assert.equal(await asked, undefined);
    for (let turn = 0; turn < 10; turn += 1) await new Promise(setImmediate);
    assert.equal(focusCount, 0);
  });

  it('closes when its program ends, and is never sent then', async () => {
    const world = open();
    const asked = world.ask();
    const step = await inputs().next();
    await world.pressEnter(() => world.abort.abort());
    assert.equal(await asked, undefined);
    await step.accept();
    assert.deepEqual(world.queued, []);
    await assert.rejects(world.ask(), { name: 'CancelledError' });
  });

  it('asks one question after the other, and five in a minute', async () => {
    const world = open();
    const all = [1, 2, 3, 4, 5].map(() => world.ask());
    await assert.rejects(world.ask(), new ShareRequestError('too-many'));
    for (const asked of all) {
      assert.equal((await inputs().next()).title, 'Asked');
      inputs().picker?.hide();
      assert.equal(await asked, undefined);
    }
    world.time.ms = 60_000;
    const later = world.ask();
    await send(world);
    assert.equal((await later)?.length, 1);
  });

  it('does not sign in', async () => {
    const connection = {
      requireSession: async () => {
        throw new SignInRequiredError('signed-out');
      },
    };
    await assert.rejects(open({ connection }).ask(), SignInRequiredError);
  });

  it('lets the user choose the room that the program does not name', async () => {
    const error = new Error('the list of rooms');
    const directory = {
      get rooms(): never {
        throw error;
      },
    };
    await assert.rejects(open({ directory }).ask(message, { roomId: undefined }));
  });

  it('is sent with what was typed before its page took the focus, as that shows it', async () => {
    const world = open();
    const asked = world.ask(await piped('text'), { comment: 'See:' });
    await sendAfter(world, async () => {
      const picker = inputs().picker ?? assert.fail('the confirmation is closed');
      picker.value = 'Typed';
      const isShown = () => world.shown.some(({ proposal }) => markdownOf(proposal)?.startsWith('Typed'));
      await waitUntilTrue('it is drawn', isShown);
    });
    await asked;
    const [shared] = world.queued;
    assert.match(shared?.content.kind === 'text' ? shared.content.markdown : '', /^Typed\n/);
  });

  it('shows piped text as a terminal does, and a patch as one', async () => {
    const world = open();
    const asked = world.ask(await piped(`${esc}[31mfailed${esc}[0m\n10%\r100%\n`), { comment: 'See:' });
    await send(world);
    await asked;
    const [shared] = world.queued;
    assert.ok(shared?.content.kind === 'text');
    assert.match(shared.content.markdown, /^See:\n\n\*\*Terminal\*\* · piped output\n\n```\nfailed\n100%\n```/);
    const patch = open();
    const second = patch.ask(await piped('diff --git a/a b/a\n@@ -1 +1 @@\n-a\n+b\n'));
    await send(patch);
    await second;
    assert.ok(patch.queued[0]?.content.kind === 'text');
    assert.match(patch.queued[0].content.markdown, /```diff\ndiff --git/);
  });

  const escapeBom = Buffer.from('\ufeffé\n', 'utf16le');
  const pipes: readonly (readonly [name: string, bytes: Uint8Array, shown: string | undefined])[] = [
    ['UTF-8 with a mark', Buffer.from('\ufeffé\n'), 'é'],
    ['UTF-16', escapeBom, 'é'],
    ['UTF-16, big end first', Buffer.from(escapeBom).swap16(), 'é'],
    ['a text that was cut inside of a character', Buffer.from('é€').subarray(0, 4), 'é\ufffd'],
    ['line ends of Windows', Buffer.from('a\r\nb\r\n'), 'a\nb'],
    ['Latin-1 with one letter at its end', Buffer.from('é', 'latin1'), undefined],
    ['Latin-1', Buffer.from('für\n', 'latin1'), undefined],
    ['zeros', Buffer.from('a\0b'), undefined],
    ['zeros in UTF-16', Buffer.from('\ufeffa\0b', 'utf16le'), undefined],
  ];
  for (const [name, bytes, text] of pipes)
    it(`has what is piped as text where it is one: ${name}`, async () => {
      const world = open();
      const asked = world.ask(await piped(bytes));
      await send(world);
      await asked;
      const content = world.queued[0]?.content ?? assert.fail();
      const fenced = content.kind === 'text' ? /```\n([\s\S]*)\n```/.exec(content.markdown)?.[1] : undefined;
      assert.equal(fenced, text);
      if (content.kind === 'file') assert.deepEqual(Buffer.from(content.file.bytes ?? []), bytes);
    });

  it('is nothing for an empty pipe', async () => {
    for (const text of ['', '\n', '\ufeff', ' \r\n\n']) {
      const world = open();
      await assert.rejects(world.ask(await piped(text)), { name: 'EmptyShareError' }, JSON.stringify(text));
    }
  });

  it('sends as a file what is long, no text, or wanted so, under a safe name', async () => {
    const cases = [
      ['x'.repeat(256 * 1024 + 1), {}, 'output.bin'],
      [Buffer.from([0xff, 0, 1]), { name: '../../a.bin' }, 'a.bin'],
      ['text', { asFile: true, name: 'log.txt' }, 'log.txt'],
    ] as const;
    for (const [bytesOrText, more, name] of cases) {
      const world = open();
      const content = await piped(bytesOrText, more);
      const asked = world.ask(content);
      await send(world);
      await asked;
      const [shared] = world.queued;
      assert.ok(shared?.content.kind === 'file');
      const { name: sent, bytes, path: place } = shared.content.file;
      // The file of the pipe is removed, so the outbox gets its bytes.
      assert.deepEqual([sent, bytes?.length, place], [name, content.piped.byteLength, undefined]);
    }
  });

  it('does not send a pipe as a file that was rewritten after it was shown', async () => {
    const reported: unknown[] = [];
    const world = open({ errors: { report: (error: unknown) => reported.push(error) } });
    const content = await piped('shown', { asFile: true });
    const asked = world.ask(content);
    await sendAfter(world, () => writeFile(content.piped.path, 'other'));
    assert.deepEqual(
      (await asked)?.map(({ error }) => error),
      reported,
    );
    assert.ok(reported[0] instanceof FileChangedError);
    assert.deepEqual(world.queued, []);
  });

  it('shows a file again that has changed, although its size and time are as before', async () => {
    const file = path.join(folder.path, 'named.txt');
    await writeFile(file, 'shown');
    await utimes(file, 1, 1);
    const world = open();
    const asked = world.ask({ files: [{ path: file }] });
    await sendAfter(world, async () => {
      await writeFile(file, 'other');
      await utimes(file, 1, 1);
    });
    await waitUntilTrue('it is drawn again', () =>
      world.shown.some(({ proposal }) =>
        proposal.warnings?.some((warning) => warning.startsWith('named.txt has changed')),
      ),
    );
    assert.deepEqual(world.queued, []);
    inputs().picker?.hide();
    assert.equal(await asked, undefined);
  });

  exceptOnWindows('pipes have no path there').it('refuses a pipe with a name, and asks for the next', async () => {
    const pipe = path.join(folder.path, 'pipe');
    execFileSync('mkfifo', [pipe]);
    const world = open();
    for (const file of [{ path: pipe }, { path: pipe, startLine: 1 }])
      await assert.rejects(world.ask({ files: [file] }), { name: 'NotRegularFileError', fileName: 'pipe' });
    const next = world.ask();
    await send(world);
    assert.equal((await next)?.length, 1);
  });

  it('ends with its program, whatever it waits for, and asks for the next', async () => {
    const { account } = await open().ports.connection.requireSession();
    const began = Promise.withResolvers<void>();
    const sessions = [() => new Promise(() => began.resolve())];
    const requireSession = () => sessions.pop()?.() ?? Promise.resolve({ account });
    const world = open({ connection: { requireSession } });
    const ended = new AbortController();
    const asked = world.ask(message, {}, ended);
    const next = world.ask();
    await began.promise;
    ended.abort();
    await assert.rejects(asked, { name: 'CancelledError' });
    await inputs().next();
    inputs().picker?.hide();
    assert.equal(await next, undefined);
  });

  it('says which room it is where another one looks like it, whatever is shared', async () => {
    const rooms = [
      { id: 'r', title: 'Bu\u0456lds', type: 'group' },
      { id: 'g', title: 'Builds', type: 'group' },
    ];
    const find = (id: string) => rooms.find((room) => room.id === id);
    for (const content of [await piped('log'), await piped('log', { asFile: true }), message]) {
      const world = open({ directory: { rooms, find } });
      const asked = world.ask(content);
      const { rows } = await inputs().next();
      const warnings = [
        'Room: Bu\u0456lds · ID ends in “r”',
        'Another room has the same title. Check the team and the ID.',
      ];
      assert.deepEqual(
        warnings.filter((line) => rows.includes(line)),
        warnings,
        rows.join(),
      );
      inputs().picker?.hide();
      assert.equal(await asked, undefined);
    }
  });
});
