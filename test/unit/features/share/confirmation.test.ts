import assert from 'node:assert/strict';
import { writeFile } from 'node:fs/promises';
import { setImmediate } from 'node:timers/promises';
import type { QuickPickItem } from 'vscode';
import { lazy } from '../../../../src/core/base/lazy.ts';
import type { RenderedText } from '../../../../src/features/share/propose.ts';
import type { PreviewOptions, ShownShare } from '../../../../src/features/share/step.ts';
import {
  commands,
  flushUi,
  useMessages,
  useQuickInputs,
  waitUntilTrue,
  window,
  workspaceFile,
} from '../../../support/fakes/fakeWindow.ts';
import type { FakeQuickPick } from '../../../support/fakes/quickPickFake.ts';
import {
  confirmationCommands,
  explorerFilesSource,
  shareableFiles,
  shareableText,
  shareableUrl,
  textAsFile,
} from '../../../support/fakes/shareModules.ts';
import { listedDesign, shareWorld } from '../../../support/fakes/shareWorld.ts';
import { useConfirmation } from '../../../support/fakes/useConfirmation.ts';

const url = 'https://example.com/a.png';
const remoteFile = shareableUrl({ url });
const textOf = (text: Partial<RenderedText> = {}) =>
  shareableText({
    ...{ name: 'a.ts', asFile: textAsFile('a.ts', 'a') },
    render: async (comment = '') => ({ markdown: `${comment}code`, lineCount: 1, warnings: [], ...text }),
  });

const back = confirmationCommands['_roomside.backToRooms'];

describe('The confirmation of a share', () => {
  const open = useConfirmation();
  const messages = useMessages();

  it('sends by its first row, also below warnings, and shows all of them in full', async () => {
    const world = shareWorld({}, { isLocked: true });
    const { step, queued, send, picker } = await open(textOf({ warnings: ['b is a link'] }), world);
    const label = 'Send to Design · 2 warnings';
    const box = (end: string) => assert.equal(picker().placeholder, `Comment (optional). 2 warnings.${end}`);
    box(' Press Enter to send.');
    for (const [row, end] of [
      ['More Actions…', ''],
      ['Send to Design', ' Press Enter to send.'],
    ] as const) {
      picker().activeItems = picker().items.filter((each) => each.label.includes(row));
      await flushUi();
      box(end);
    }
    const locked = 'Design is locked by its moderators and may not accept your message';
    assert.deepEqual([step.active, step.rows.slice(1, 4)], [`${label}`, ['Warnings', locked, 'b is a link']]);
    await step.choose('b is a link');
    const shown = await messages().next();
    assert.deepEqual([shown.isModal, shown.text, shown.detail], [true, 'Warnings', `${locked}\nb is a link`]);
    shown.answer();
    await send(label);
    assert.equal(queued.length, 1);
  });

  it('shares what was left out, or something else of More Actions, in place of what it shows, with the comment', async () => {
    const other = (markdown: string) => async () =>
      shareableText({
        name: markdown,
        render: async (comment = '') => ({ ...code, markdown: `${comment}${markdown}` }),
      });
    const code = { lineCount: 1, warnings: [] };
    const alternatives = [
      { label: 'Include 1 Staged Change', isLeftOut: true, open: other('all') } as const,
      { label: 'Changes Since origin/main (1 commit, 1 file)', open: other('branch') },
      { label: 'Stash: aside (1 file)', open: other('stash') },
    ];
    for (const [label, sent] of [
      ['Include 1 Staged Change', 'all'],
      ['Stash: aside (1 file)', 'stash'],
    ] as const) {
      const { step, rows, type, nextInput, contents, done } = await open({ ...textOf(), alternatives });
      assert.deepEqual(rows().slice(2, 4), ['Include 1 Staged Change', 'Read the Message']);
      type('Why? ');
      if (sent === 'stash') await step.choose('More Actions…');
      await step.choose(label);
      await (await nextInput()).choose('Send to Design');
      await done;
      assert.deepEqual(contents(), [{ kind: 'text', markdown: `Why? ${sent}` }]);
    }
  });

  it('goes back to the rooms with what was chosen in place of what it showed', async () => {
    const stash = async () => textOf({ markdown: 'the stash' });
    const alternatives = [{ label: 'Stash: aside (1 file)', open: stash }];
    const world = shareWorld(listedDesign());
    const { step, nextInput, contents, done } = await open({ ...textOf(), alternatives }, world);
    await step.choose('More Actions…');
    await step.choose('Stash: aside (1 file)');
    await nextInput();
    await back();
    await (await nextInput()).choose('Design');
    await (await nextInput()).choose('Send to Design');
    await done;
    assert.deepEqual(contents(), [{ kind: 'text', markdown: 'the stash' }]);
  });

  it('sends as a file what is too long', async () => {
    const long = { markdown: 'long '.repeat(2000), warnings: ['b is a link'], needsLongFence: true };
    const { step, contents, send } = await open(textOf(long));
    assert.equal(step.active, 'Send a.ts as File to Design');
    const { warnings } = await textOf(long).propose('asFile', undefined);
    assert.deepEqual(warnings, ['b is a link'], 'without the warning about a message');
    await send();
    assert.equal(contents()[0]?.kind, 'file');
  });

  it('sends the typed text as the comment of a remote file', async () => {
    const { picker, type, contents, scanned, send } = await open(remoteFile);
    assert.equal(picker().placeholder, 'Comment (optional). Press Enter to send.');
    type('look');
    await send();
    assert.deepEqual(contents(), [{ kind: 'url', url, text: 'look' }]);
    assert.deepEqual(scanned, [url, 'look'], 'each is scanned once');
  });

  it('sends for the account of the chosen room, whatever account is active at Enter', async () => {
    const account = (id: string) => ({ id, label: `${id}@example.com` });
    let active = account('ada');
    const connection = { requireSession: async () => ({ account: active, client: {} }) };
    const { queued, send } = await open(textOf(), shareWorld({ connection }));
    active = account('grace');
    await send();
    assert.deepEqual(queued[0]?.room.account, account('ada'));
  });

  it('becomes a reply to a message of the room, keeps its comment, and says so wherever it is sent from', async () => {
    const message = { id: 'm2', roomId: 'r', parentId: 'm1', personEmail: 'zoe@example.com', text: 'Which one?' };
    async function* pageOf(...items: readonly unknown[]) {
      yield { items, hasNext: false };
    }
    const client = { listMessages: () => pageOf(message), listMemberships: () => pageOf() };
    const account = { id: 'ada', label: 'ada@example.com' };
    const connection = { requireSession: async () => ({ account, client }) };
    const world = shareWorld({ connection, clock: { now: () => 0 } });
    const { type, step, nextInput, done, queued, contents } = await open(textOf(), world);
    type('This ');
    await step.choose('More Actions…');
    await step.choose('Reply to a Message…');
    const list = await nextInput();
    assert.deepEqual(list.rows, ['zoe@example.com | Which one?']);
    await list.accept();
    const last = await nextInput();
    const target = 'Design, as a reply to zoe@example.com';
    assert.deepEqual([last.title, last.active], ['Share', `Send to ${target}`]);
    await last.accept();
    await done;
    assert.deepEqual([queued[0]?.room.parentId, contents()], ['m1', [{ kind: 'text', markdown: 'This code' }]]);
  });

  it('comes back from its page with its comment, and ends when its page is closed', async () => {
    let page = Promise.withResolvers<PreviewOptions>();
    const show = async (_: ShownShare, options: PreviewOptions) => page.resolve(options);
    const preview = { show, hide: async () => undefined };
    const world = shareWorld({ preview: lazy(async () => preview) });
    const { type, picker, nextInput, done, queued } = await open(textOf(), world);
    type('Look: ');
    const first = await page.promise;
    page = Promise.withResolvers<PreviewOptions>();
    first.onEscape();
    const again = await nextInput();
    assert.deepEqual([again.active, picker().value], ['Send to Design', 'Look: ']);
    (await page.promise).onClose();
    await done;
    assert.deepEqual(queued, []);
  });

  it('begins as the reply of the row that it is called on', async () => {
    const parent = { id: 'm1', author: 'Zoe', line: 'Which one?' };
    const { step, queued, send } = await open(remoteFile, shareWorld(), { parent });
    assert.equal(step.active, 'Send to Design, as a reply to Zoe');
    await send();
    assert.equal(queued[0]?.room.parentId, 'm1');
  });

  it('stays open once when a file has changed, and sends what it showed, however the file grows', async () => {
    const file = await workspaceFile('steps.txt', 'one');
    const shareable = (await explorerFilesSource([file], {} as never)) ?? assert.fail('nothing to share');
    const { step, rows, contents, send } = await open(shareable);
    await writeFile(file.fsPath, 'one and two');
    await step.accept();
    const changed = 'steps.txt has changed. It will be sent as it is now.';
    await waitUntilTrue('the step says so', () => rows().includes(changed));
    assert.deepEqual(contents(), []);
    await writeFile(file.fsPath, 'one, two and three');
    await send();
    const sent = contents().map((content) => content.kind === 'file' && content.file.byteLength);
    assert.deepEqual(sent, [11]);
  });

  for (const label of ['Send to Design', 'Copy as Message', undefined]) {
    it(`closes its page before its list, which gives the focus back, by ${label ?? 'Escape pressed twice'}`, async () => {
      const closed: string[] = [];
      const shown = Promise.withResolvers<void>();
      const preview = { show: async () => shown.resolve(), hide: async () => void closed.push('page') };
      const { picker, step, done } = await open(textOf(), shareWorld({ preview: lazy(async () => preview) }));
      picker().onDidHide(() => closed.push('list'));
      await shown.promise;
      if (label === 'Copy as Message') await step.choose('More Actions…');
      if (label !== undefined) await step.choose(label);
      else await Promise.all([back(), back()]);
      await done;
      await flushUi();
      assert.deepEqual([...new Set(closed)], ['page', 'list']);
    });
  }

  it('gives the focus back where the share began after a dialog has taken it', async () => {
    const done: string[] = [];
    const lose = () => void done.push('lose');
    const origin = { lose, focus: async () => void done.push('focus') };
    const { step, send } = await open({ ...textOf({ warnings: ['b is a link'] }), origin });
    await step.choose('b is a link');
    (await messages().next()).answer();
    await send('Send to Design · 1 warning');
    assert.deepEqual(done, ['lose', 'focus']);
  });

  it('sends by Enter after a key, and chooses nothing while that makes another row active for a moment', async () => {
    const { picker, type, send, contents, step } = await open(textOf());
    await step.choose('More Actions…');
    const list = picker() as unknown as FakeQuickPick<QuickPickItem>;
    const typed = new Promise<void>((resolve) => {
      list.onDidChangeValue(() => {
        list.accept(list.items.find(({ label }) => label.endsWith('Copy as Message')));
        resolve();
      });
    });
    type('Copy');
    await typed;
    await send();
    assert.deepEqual(contents(), [{ kind: 'text', markdown: 'Copycode' }]);
  });

  it('does not go back while it stores, but does once it stays open', async () => {
    const [called, answer] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
    const [file, other] = ['one', 'two'].map((text) => textAsFile('a.ts', text));
    let looks = 0;
    const changed = async () => {
      looks += 1;
      // The first two are those of the step, and of the search that begins with the choice of the room.
      if (looks <= 2) return undefined;
      called.resolve();
      await answer.promise;
      return other;
    };
    const { step, rows, done, queued } = await open(
      shareableFiles({ files: [{ ...(file ?? assert.fail()), changed }] }),
    );
    await waitUntilTrue('the early looks have ended', () => looks === 2);
    await step.accept();
    await called.promise;
    await back();
    answer.resolve();
    await waitUntilTrue('the step says so', () => rows().some((row) => row.includes('has changed')));
    await Promise.all([back(), back()]);
    await done;
    assert.equal(queued.length, 0);
  });

  it('has the newest version of a file when an earlier look at it ends later', async () => {
    const [file, other] = ['one', 'two'].map((text) => textAsFile('a.ts', text));
    const { promise, resolve } = Promise.withResolvers<undefined>();
    const looks = [() => promise, async () => other];
    const files = [{ ...(file ?? assert.fail()), changed: async () => looks.shift()?.() }];
    const { propose } = shareableFiles({ files });
    const both = [propose('send', undefined), propose('send', undefined)];
    await setImmediate();
    resolve(undefined);
    await Promise.all(both);
    const { messages } = await propose('send', undefined);
    assert.deepEqual(messages[0]?.content, { kind: 'file', file: other });
  });

  for (const isChanged of [false, true]) {
    it(`that is hidden while it stores ${isChanged ? 'sends nothing that has changed' : 'sends the share'}`, async () => {
      const [file, other] = ['one', 'two'].map((text) => textAsFile('a.ts', text));
      const [called, checked] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
      let isAccepted = false;
      const changed = async () => {
        if (!isAccepted) return undefined;
        called.resolve();
        await checked.promise;
        return isChanged ? other : undefined;
      };
      const files = [{ ...(file ?? assert.fail()), changed }];
      const { step, hide, done, queued } = await open(shareableFiles({ files }));
      isAccepted = true;
      await step.accept();
      await called.promise;
      await hide();
      checked.resolve();
      await done;
      assert.equal(queued.length, isChanged ? 0 : 1);
    });
  }

  it('opens its page when the window has the step, and adds the people of the room', async () => {
    const [held, drawn] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
    const { executeCommand } = commands;
    const audiences: string[] = [];
    const show = async (_: unknown, { audience }: { readonly audience: string }) => {
      audiences.push(audience);
      if (audience !== '') drawn.resolve();
    };
    commands.executeCommand = async <T>(...call: [command: string, ...args: unknown[]]) => {
      if (call[1] === 'roomside:flushUi') await held.promise;
      return executeCommand<T>(...call);
    };
    try {
      const world = shareWorld({ preview: lazy(async () => ({ show, hide: async () => undefined })) });
      const { done, hide } = await open(textOf(), world);
      for (let turn = 0; turn < 10; turn += 1) await setImmediate();
      assert.deepEqual(audiences, []);
      held.resolve();
      await drawn.promise;
      assert.deepEqual(audiences, ['', 'group room']);
      await hide();
      await done;
    } finally {
      commands.executeCommand = executeCommand;
    }
  });

  for (const isCancelled of [false, true]) {
    it(`sends ${isCancelled ? 'nothing when it is cancelled before' : 'only when'} its message is visible`, async () => {
      const [called, drawn] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
      const show = () => {
        called.resolve();
        return drawn.promise;
      };
      const world = shareWorld({ preview: lazy(async () => ({ show, hide: async () => undefined })) });
      const { step, hide, done, queued } = await open(textOf(), world);
      await called.promise;
      await step.accept();
      await flushUi();
      assert.equal(queued.length, 0);
      if (isCancelled) await hide();
      drawn.resolve();
      await done;
      await flushUi();
      assert.equal(queued.length, isCancelled ? 0 : 1);
    });
  }
});

describe('The confirmation of a share whose people arrive after Enter', () => {
  const open = useConfirmation();

  it('sends only when the message with its people is visible', async () => {
    const pages: PromiseWithResolvers<void>[] = [];
    const [isCalled, isReplaced] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
    const show = () => {
      const page = Promise.withResolvers<void>();
      // As `MessagePage` does it.
      pages.at(-1)?.resolve();
      pages.push(page);
      (pages.length === 1 ? isCalled : isReplaced).resolve();
      return page.promise;
    };
    const people = Promise.withResolvers<void>();
    async function* listMemberships() {
      await people.promise;
      yield { items: [], hasNext: false };
    }
    const session = { account: { id: 'ada', label: 'ada@example.com' }, client: { listMemberships } };
    const connection = { requireSession: async () => session, session: async () => session };
    const preview = lazy(async () => ({ show, hide: async () => undefined }));
    const { step, done, queued } = await open(textOf(), shareWorld({ connection, preview }));
    await isCalled.promise;
    await step.accept();
    people.resolve();
    await isReplaced.promise;
    await flushUi();
    assert.equal(queued.length, 0);
    pages.at(-1)?.resolve();
    await done;
    assert.equal(queued.length, 1);
  });
});

describe('The Escape key of a confirmation whose extension host has crashed', () => {
  const inputs = useQuickInputs();

  it('closes any other list', async () => {
    const done = window.showQuickPick([{ label: 'a row' }], {});
    await inputs().next();
    await confirmationCommands['_roomside.backToRooms']();
    assert.equal(await done, undefined);
  });
});
