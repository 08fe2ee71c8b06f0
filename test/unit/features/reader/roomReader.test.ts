import assert from 'node:assert/strict';
import type { Uri, WebviewPanel } from 'vscode';
import { ServiceError, UnexpectedResponseError } from '../../../../src/core/api/errors.ts';
import type { Membership, Message } from '../../../../src/core/api/resources.ts';
import { Emitter } from '../../../../src/core/base/emitter.ts';
import type { Answer } from '../../../../src/core/messages/answers.ts';
import type { PostedMessage } from '../../../../src/core/outbox/outboxQueue.ts';
import type { RoomReader as Reader, ReaderPorts } from '../../../../src/features/reader/roomReader.ts';
import type { FromPage, ToPage } from '../../../../src/webview/reader/protocol.ts';
import { commands, replaceInWindow, useInWindow, waitUntilTrue } from '../../../support/fakes/fakeWindow.ts';
import { knownEmails } from '../../../support/fakes/knownEmails.ts';
import { ManualClock } from '../../../support/fakes/manualClock.ts';
import { RecordingLog } from '../../../support/fakes/recordingLog.ts';
import { withVscode } from '../../../support/fakes/withVscode.ts';

const { RoomReader } = await withVscode(() => import('../../../../src/features/reader/roomReader.ts'));

const common = { roomId: 'r', personId: 'p', personEmail: 'ada@example.com' };
const newer: Message = { ...common, id: 'newer', created: '2026-11-20T10:05:00.000Z', text: 'To stay.' };
const older: Message = { ...common, id: 'older', created: '2026-11-20T10:00:00.000Z', text: 'To go.' };
const interrupted = { status: 200, host: 'chat.example', path: '/v1/messages', problem: 'truncated' } as const;

describe('A room in the reader', () => {
  useInWindow('state', () => ({ focused: true }));
  let answer: readonly Message[] | Error = [];
  let activeId = 'a';
  let accountIds: readonly string[] = [];
  let sending: Promise<boolean>;
  let listing: Promise<void>;
  let names: PromiseWithResolvers<readonly Membership[]>;
  let toReader: (request: FromPage) => unknown = () => undefined;
  /** The articles that the page shows, by the id of the message. */
  let shown = new Map<string, string>();
  let received: ToPage[] = [];
  let reader: Reader;
  let panel: { visible: boolean; readonly [name: string]: unknown };
  let clock: ManualClock;
  let open: (messageId?: string) => Reader;
  let marked: string[] = [];
  const disposable = { dispose: () => undefined };

  function receive(message: ToPage): boolean {
    received.push(message);
    if (message.kind !== 'messages' && message.kind !== 'changed') return true;
    for (const { html } of message.threads)
      for (const [article, id = ''] of html.matchAll(/<article[^>]* data-id="([^"]+)".*?<\/article>/gs))
        shown.set(id, article);
    return true;
  }

  const posts = new Emitter<PostedMessage>();
  let listed = 0;
  let done: boolean[] = [];
  let stored: unknown[] = [];
  let replies = new Set<string>();

  beforeEach(() => {
    accountIds = ['a', 'b'];
    done = [];
    stored = [];
    replies = new Set();
    listed = 0;
    names = Promise.withResolvers();
    sending = Promise.resolve(true);
    listing = Promise.resolve();
    shown = new Map();
    received = [];
    marked = [];
    clock = new ManualClock(0);
    const client = {
      async *listMessages() {
        listed += 1;
        await listing;
        if (answer instanceof Error) throw answer;
        yield { items: answer, hasNext: false };
      },
      async *listMemberships() {
        yield { items: await names.promise, hasNext: false };
      },
    };
    const ports = {
      connection: {
        client: async (accountId: string) => (accountId === 'a' ? client : assert.fail('another account')),
        session: async () => undefined,
        requireSession: async () => ({ account: { id: 'a' } }),
      },
      sendText: () => sending,
      active: {
        get: async () => ({ id: activeId }),
        find: async (id: string) => accountIds.find((each) => each === id),
      },
      directory: { find: () => undefined, activityMs: () => 0 },
      readLines: { note: () => undefined },
      marks: {
        readUntil: () => undefined,
        markRead: async () => void marked.push('read'),
        markUnread: async (_roomId: string, untilMs: number) => void marked.push(new Date(untilMs + 1).toISOString()),
      },
      drafts: { store: async (...draft: unknown[]) => void stored.push(draft) },
      ...{ errors: { report: assert.fail }, clock, log: new RecordingLog(), emails: knownEmails() },
      extensionUri: { fsPath: '/extension' },
      outbox: { onDidPost: posts.event },
      answers: {
        note: (_: string, { messageId }: Answer) => replies.add(messageId),
        forget: (_: string, messageId: string) => replies.delete(messageId),
        noteRoom: () => undefined,
        noteDone: (_: string, isDone: boolean) => done.push(isDone),
      },
    };
    const webview = {
      asWebviewUri: (uri: Uri) => uri,
      cspSource: 'https://page.example',
      html: '',
      postMessage: async (message: ToPage) => receive(message) && panel.visible,
      onDidReceiveMessage(listener: (request: FromPage) => unknown) {
        toReader = listener;
        return disposable;
      },
    };
    panel = { title: 'Room', visible: true, webview, onDidChangeViewState: () => disposable, reveal: () => undefined };
    const applied = { find: () => undefined, onDidChange: () => disposable };
    const parts = { applied } as never;
    // The fakes have only what the reader uses.
    open = (messageId) => {
      const room = { roomId: 'r', accountId: 'a', messageId };
      return new RoomReader(ports as unknown as ReaderPorts, panel as unknown as WebviewPanel, room, parts);
    };
    reader = open();
  });
  afterEach(() => reader.dispose());

  /** Sends a request of the page, and waits for the answer. */
  async function ask(request: FromPage, kind: ToPage['kind']): Promise<ToPage> {
    received = [];
    toReader(request);
    for (;;) {
      const found = received.find((message) => message.kind === kind);
      if (found !== undefined) return found;
      await new Promise(setImmediate);
    }
  }

  it('lets the event loop run after each message, and renders none again for names', async () => {
    answer = Array.from({ length: 50 }, (_, at) => ({ ...newer, id: `m${at}`, markdown: '```ts\nlet a;\n```' }));
    const turnsUntil = async (kind: ToPage['kind']): Promise<number> => {
      for (let turns = 0; ; turns += 1) {
        if (received.some((message) => message.kind === kind)) return turns;
        await new Promise(setImmediate);
      }
    };
    toReader({ kind: 'ready' });
    const first = await turnsUntil('messages');
    names.resolve([{ id: 'm', roomId: 'r', personId: 'p', personDisplayName: 'Ada Late' }]);
    const second = await turnsUntil('changed');
    assert.ok(first >= 50 && second < 50, `${first} and ${second} turns`);
  });

  it('reads what another command has sent to its room at once, and more often for a minute', async () => {
    answer = [newer];
    names.resolve([]);
    await ask({ kind: 'ready' }, 'messages');
    const readAt: number[] = [];
    const pass = async (ms: number): Promise<void> => {
      for (let left = ms; left > 0; left -= 1000) {
        const before = listed;
        clock.advance(1000);
        for (let turn = 0; turn < 20; turn += 1) await new Promise(setImmediate);
        if (listed > before) readAt.push(clock.now());
      }
    };
    const post = (roomId: string) => posts.fire({ message: { id: 'm', roomId } } as PostedMessage);
    post('another');
    await pass(2000);
    assert.deepEqual(readAt, []);
    post('r');
    const sentMs = clock.now();
    await pass(130_000);
    assert.deepEqual(
      readAt.map((atMs) => Math.floor((atMs - sentMs) / 10_000)),
      [0, 1, 2, 3, 4, 5, 6, 9, 12],
    );
  });

  it('continues after what the page shows, also when the user refreshes during a refresh', async () => {
    answer = [older];
    await ask({ kind: 'ready' }, 'messages');
    received = [];
    const polled = Promise.withResolvers<void>();
    const requested = Promise.withResolvers<void>();
    listing = polled.promise;
    const poll = reader.refresh();
    await waitUntilTrue('the room to be read again', () => listed === 2);
    listing = requested.promise;
    const refresh = reader.refresh();
    answer = [newer, older];
    polled.resolve();
    await poll;
    answer = [{ ...newer, id: 'newest', created: '2026-11-20T10:06:00.000Z' }, newer, older];
    requested.resolve();
    assert.equal((await refresh).newCount, 1);
    const places = received.flatMap((message) => (message.kind === 'messages' ? message.besideId : []));
    assert.deepEqual(places, ['older', 'newer']);
  });

  it('shows what is new when the next unread message is looked for, and none is unread', async () => {
    answer = [older];
    await ask({ kind: 'ready' }, 'messages');
    answer = [newer, older];
    await reader.reveal({ isAtUnread: true });
    assert.deepEqual([...shown.keys()], ['older', 'newer']);
  });

  it('leaves the room unread from a marked message on, also with new messages, until it is opened again', async () => {
    answer = [newer, older];
    names.resolve([]);
    await ask({ kind: 'ready' }, 'messages');
    marked = [];
    const { readUntilMs } = (await ask({ kind: 'markUnread', messageId: 'newer' }, 'messages')) as {
      readUntilMs?: number;
    };
    assert.equal(readUntilMs, Date.parse(`${newer.created}`) - 1);
    answer = [{ ...newer, id: 'newest', created: '2026-11-20T10:06:00.000Z' }, newer, older];
    await ask({ kind: 'refresh' }, 'refreshed');
    assert.deepEqual(marked, [newer.created]);
    await reader.reveal({});
    assert.deepEqual(marked, [newer.created, 'read']);
    await reader.reveal({});
    assert.equal(marked.length, 2);
    await ask({ kind: 'markUnread', messageId: 'newer' }, 'messages');
    await ask({ kind: 'ready' }, 'messages');
    await new Promise(setImmediate);
    assert.deepEqual(marked.slice(2), [newer.created, 'read'], 'its tab is in sight again');
  });

  it('keeps a message deleted when the names arrive later', async () => {
    answer = [newer, older];
    await ask({ kind: 'ready' }, 'messages');
    answer = [newer];
    await ask({ kind: 'refresh' }, 'refreshed');
    assert.match(shown.get('older') ?? '', /This message was deleted\./);
    received = [];
    names.resolve([{ id: 'm', roomId: 'r', personId: 'p', personDisplayName: 'Ada Late' }]);
    while (!received.some(({ kind }) => kind === 'changed')) await new Promise(setImmediate);
    const [gone = '', kept = ''] = ['older', 'newer'].map((id) => shown.get(id));
    assert.match(gone, /class="author"[^>]*>Ada Late<.*This message was deleted\./s);
    assert.doesNotMatch(gone, /To go/);
    assert.match(kept, /class="author"[^>]*>Ada Late</);
    assert.doesNotMatch(kept, /was deleted/);
  });

  it('takes a suggestion for applied until the reply that says so is deleted', async () => {
    const said = { ...newer, id: 'said', parentId: 'older', text: '✓ Applied' };
    names.resolve([]);
    answer = [said, older];
    await ask({ kind: 'ready' }, 'messages');
    assert.deepEqual([done.at(-1), [...replies]], [true, ['said']]);
    answer = [older];
    await ask({ kind: 'refresh' }, 'refreshed');
    assert.deepEqual([done.at(-1), [...replies]], [false, []], 'nor does it count as a reply');
  });

  it('opens a text that was not sent as a draft when the user closes the page, and stores it for another account', async () => {
    const opened: unknown[] = [];
    const { executeCommand } = commands;
    Object.assign(commands, { executeCommand: async (...command: unknown[]) => opened.push(command) });
    try {
      toReader({ kind: 'typed', text: 'Half a thought' });
      activeId = 'b';
      reader.onDidClose();
      await waitUntilTrue('the draft is stored', () => stored.length > 0);
      const room = { id: 'r', title: 'Room', type: 'group', account: { id: 'a' } };
      assert.deepEqual([stored, opened], [[[room, { name: 'Message', text: 'Half a thought' }]], []]);
      accountIds = ['b'];
      reader = open();
      toReader({ kind: 'typed', text: 'Half a thought' });
      reader.onDidClose();
      await new Promise(setImmediate);
      assert.equal(stored.length, 1, 'nothing after a sign-out');
      activeId = 'a';
      reader = open();
      toReader({ kind: 'typed', text: 'Half a thought' });
      reader.onDidClose();
      await waitUntilTrue('the draft opens', () => opened.length > 0);
      assert.deepEqual(opened, [
        [
          'roomside.sendMessage',
          { kind: 'room', roomId: 'r', isBeside: true, parent: undefined, text: 'Half a thought' },
        ],
      ]);
      toReader({ kind: 'typed', text: ' ' });
      reader.onDidClose();
      await new Promise(setImmediate);
      assert.equal(opened.length, 1);
      reader = open();
      toReader({ kind: 'typed', text: 'Sent' });
      panel.visible = false;
      await ask({ kind: 'send', text: 'Sent' }, 'taken');
      await new Promise(setImmediate);
      reader.onDidClose();
      await new Promise(setImmediate);
      assert.equal(opened.length, 1, 'the page was hidden when its text was sent');
      const { promise, resolve } = Promise.withResolvers<boolean>();
      [reader, sending] = [open(), promise];
      toReader({ kind: 'typed', text: 'Declined' });
      toReader({ kind: 'send', text: 'Declined' });
      reader.onDidClose();
      await new Promise(setImmediate);
      assert.equal(opened.length, 1, 'the text is still being sent');
      resolve(false);
      await waitUntilTrue('the text that was not sent opens', () => opened.length > 1);
    } finally {
      Object.assign(commands, { executeCommand });
    }
  });

  it('sends the next text while the one that was sent is still being read', async () => {
    const { promise, resolve } = Promise.withResolvers<void>();
    listing = promise;
    for (const text of ['one', 'two']) {
      const taken = await ask({ kind: 'send', text }, 'taken');
      assert.deepEqual(taken, { kind: 'taken', text });
    }
    resolve();
  });

  it('sends a short reply after the text that is being sent', async () => {
    const restore = replaceInWindow('showQuickPick', () => async () => 'Done');
    try {
      answer = [newer];
      names.resolve([]);
      await ask({ kind: 'ready' }, 'messages');
      const { promise, resolve } = Promise.withResolvers<boolean>();
      sending = promise;
      toReader({ kind: 'send', text: 'before' });
      received = [];
      toReader({ kind: 'quickReply', messageId: 'newer' });
      await new Promise(setImmediate);
      resolve(true);
      const taken = () => received.flatMap((message) => (message.kind === 'taken' ? [message.text] : []));
      await waitUntilTrue('both are sent', () => taken().length > 1);
      assert.deepEqual(taken(), ['before', 'Done']);
    } finally {
      restore();
    }
  });

  it('begins at the message that is asked for when its page was hidden, and only then', async () => {
    answer = [newer, older];
    names.resolve([]);
    panel.visible = false;
    await reader.reveal({ messageId: 'older' });
    const start = await ask({ kind: 'ready' }, 'messages');
    assert.ok(start.kind === 'messages' && start.anchorId === 'older' && start.isTarget);
    const again = await ask({ kind: 'ready' }, 'messages');
    assert.ok(again.kind === 'messages' && again.anchorId === undefined);
  });

  it('begins once at the message for which it was opened', async () => {
    answer = [newer, older];
    names.resolve([]);
    reader.dispose();
    reader = open('older');
    const anchor = { anchorId: 'newer', anchorMs: Date.parse(newer.created ?? '') };
    for (const anchorId of ['older', 'newer']) {
      const start = await ask({ kind: 'ready', ...(anchorId === 'newer' && anchor) }, 'messages');
      assert.ok(start.kind === 'messages' && start.anchorId === anchorId);
      await new Promise(setImmediate);
    }
  });

  it('shows the first message of an empty room', async () => {
    answer = [];
    await ask({ kind: 'ready' }, 'messages');
    answer = [newer];
    received = [];
    clock.advance(30_000);
    await waitUntilTrue('the message appears', () => shown.has('newer'));
  });

  it('marks edited messages, and none as deleted after an interrupted response', async () => {
    answer = [newer, older];
    await ask({ kind: 'ready' }, 'messages');
    answer = [newer, { ...older, text: 'Gone.', updated: '2026-11-20T10:07:00.000Z' }];
    await ask({ kind: 'refresh' }, 'refreshed');
    assert.match(shown.get('older') ?? '', /<span class="edited" title="[^"]*2026[^"]*">edited</);
    answer = new UnexpectedResponseError(interrupted);
    await ask({ kind: 'refresh' }, 'failed');
    assert.doesNotMatch([...shown.values()].join(), /was deleted/);
    answer = [newer, older];
    const cleared = await ask({ kind: 'refresh' }, 'failed');
    assert.deepEqual(cleared, { kind: 'failed', html: '' });
  });

  it('says that messages cannot be listed, and what is still possible', async () => {
    answer = new ServiceError({ status: 405, method: 'GET', path: '/v1/messages' });
    const failed = await ask({ kind: 'ready' }, 'failed');
    assert.ok(failed.kind === 'failed');
    const text = failed.html.replace(/<[^>]*>/g, '|');
    assert.match(text, /^\|Messages in this room can&#39;t be displayed\. .* You can download a file by its URL\.\|/);
    assert.match(failed.html, /fetchByAddress[^>]*>Download from URL…<\/button>$/);
    assert.equal(received.filter(({ kind }) => kind === 'failed').length, 1);
  });
});
