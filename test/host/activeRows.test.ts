import assert from 'node:assert/strict';
import path from 'node:path';
import {
  ConfigurationTarget,
  commands,
  Diagnostic,
  DiagnosticSeverity,
  languages,
  Position,
  Range,
  Selection,
  WorkspaceEdit,
  workspace,
} from 'vscode';
import { writeIntegration } from '../../src/core/auth/signIn/integration.ts';
import { nothingWatched } from '../../src/core/watch/watchStore.ts';
import { type AccountsPorts, switchAccount } from '../../src/features/accounts/index.ts';
import { compareAttachment } from '../../src/features/attachments/attachmentActions.ts';
import type { AttachmentSource } from '../../src/features/attachments/attachmentSource.ts';
import { pickAttachment } from '../../src/features/attachments/pickAttachment.ts';
import { saveIntoWorkspace } from '../../src/features/attachments/saveAttachment.ts';
import { type ComposerPorts, openDraft } from '../../src/features/composer/draftCommands.ts';
import { showDiagnosis } from '../../src/features/diagnose/showDiagnosis.ts';
import { findSharedFile } from '../../src/features/reader/blocks/sharedFiles.ts';
import { documentAsFile } from '../../src/features/share/fileSource.ts';
import { changesSource } from '../../src/features/share/sources/git/changes.ts';
import { problemSource } from '../../src/features/share/sources/problem.ts';
import { askIntegration, chooseRedirect } from '../../src/features/signIn/signInWithIntegration.ts';
import { showWatchedRooms, watchRoom } from '../../src/features/watchRooms/watchCommands.ts';
import { WatchNotices, type WatchNoticesPorts } from '../../src/features/watchRooms/watchNotices.ts';
import { ManualClock } from '../support/fakes/manualClock.ts';
import { MemorySecretStore } from '../support/fakes/memorySecretStore.ts';
import { RecordingLog } from '../support/fakes/recordingLog.ts';
import { git, openRepository } from '../support/host/gitRepository.ts';
import { type OpenInput, useQuickInputs } from '../support/host/quickInputs.ts';
import { useMessages } from '../support/host/shownMessages.ts';
import { openSelected, useManualSave, workspaceFile, workspaceFolder } from '../support/host/workspaceFiles.ts';

const rooms = ['a', 'b'].map((id) => ({ id, title: `Room ${id}`, type: 'group' }));
const address = { accountId: 'ada', url: 'https://example.com/v1/contents/1', name: 'active-twin.txt' };
const firstOf = ({ rows }: OpenInput): string => rows[0]?.split(' | ')[0] ?? assert.fail('there is no row');

/** The fakes have only what the lists use. */
const as = <T>(fake: object): T => fake as unknown as T;

const roomPorts = () => ({
  directory: { find: (id: string) => rooms.find((room) => room.id === id) },
  clock: new ManualClock(0),
  connection: { requireSession: async () => ({ account: { id: 'ada' } }) },
});

describe('The active row of a list', () => {
  const inputs = useQuickInputs();
  const messages = useMessages();
  useManualSave();
  afterEach(() => commands.executeCommand('workbench.action.closeAllEditors'));

  /** Opens a list and closes it. */
  async function opened(begin: () => Promise<unknown>): Promise<OpenInput> {
    const done = begin();
    const input = await inputs().next();
    await commands.executeCommand('workbench.action.closeQuickOpen');
    await done;
    return input;
  }

  it('is the version with unsaved changes', async () => {
    const { document } = await openSelected(await workspaceFile('active-dirty.txt', 'one'));
    const edit = new WorkspaceEdit();
    edit.insert(document.uri, new Position(0, 0), 'x');
    await workspace.applyEdit(edit);
    assert.equal((await opened(() => documentAsFile(document))).active, 'Unsaved Version');
    await commands.executeCommand('workbench.action.revertAndCloseActiveEditor');
  });

  it('is the first problem of the file', async () => {
    const problems = languages.createDiagnosticCollection('active');
    const uri = await workspaceFile('active-problem.txt', 'one\ntwo\nthree\n');
    const problem = (line: number) =>
      new Diagnostic(new Range(line, 0, line, 1), `Line ${line}`, DiagnosticSeverity.Error);
    problems.set(uri, [problem(0), problem(1)]);
    await openSelected(uri, new Selection(2, 0, 2, 0));
    const list = await opened(async () =>
      problemSource([], { active: { get: async () => undefined }, log: new RecordingLog() } as never),
    );
    assert.equal(list.active, 'Line 0');
    problems.dispose();
  });

  it('is the first repository', async () => {
    for (const name of ['active-one', 'active-two']) {
      const file = await workspaceFile(`${name}/a.txt`, 'a');
      await git(path.dirname(file.fsPath), 'init');
      await openRepository(path.dirname(file.fsPath));
    }
    const list = await opened(async () => changesSource([], {} as never));
    assert.ok(list.rows.length >= 2);
    assert.equal(list.active, firstOf(list));
  });

  it('is the first file with the name', async () => {
    for (const folder of ['one', 'two']) await workspaceFile(`active-twins/${folder}/${address.name}`, 'x');
    const shared = await opened(() => findSharedFile(address.name));
    assert.deepEqual([shared.rows.length, shared.active], [2, firstOf(shared)]);
    const compared = await opened(() => compareAttachment(as<AttachmentSource>({}), address));
    assert.deepEqual([compared.rows.length, compared.active], [3, firstOf(compared)]);
    assert.equal(compared.rows.at(-1), 'Select File…');
  });

  it('is the folder of the workspace', async () => {
    const list = await opened(() => saveIntoWorkspace(as<AttachmentSource>({}), address));
    assert.equal(list.active, path.basename(workspaceFolder()));
  });

  it('is the newest file of the room', async () => {
    const items = ['1', '2'].map((id) => ({ id, created: `2026-11-2${id}T10:00:00.000Z`, files: [id] }));
    const page = { value: { items, hasNext: false } };
    const question = {
      ...{ client: { listMessages: () => ({ next: async () => page }) }, room: rooms[0], title: 'Open' },
      ...{ metadataOf: async (url: string) => ({ fileName: `${url}.txt` }), onFailure: assert.fail },
    } satisfies Record<keyof Parameters<typeof pickAttachment>[0], unknown>;
    assert.equal((await opened(() => pickAttachment(as(question)))).active, '2.txt');
  });

  it('is the draft that was edited last', async () => {
    const drafts = ['b', 'a'].map((id, index) => ({ room: { title: `Room ${id}` }, text: '', savedMs: 9 - index }));
    const ports = as<ComposerPorts>({ drafts: { list: async () => ({ drafts, unreadable: [] }) } });
    assert.equal((await opened(() => openDraft(ports))).active, 'Room b');
  });

  it('is the first account', async () => {
    const all = ['priya', 'ada'].map((id) => ({ id, label: id, baseUrl: 'https://example.com', kind: 'token' }));
    const ports = { accounts: { list: async () => all }, active: { get: async () => all[1] } };
    const list = await opened(() => switchAccount(as<AccountsPorts>({ ...ports, clock: new ManualClock(0) })));
    assert.equal(list.active, 'ada');
  });

  it('is the saved integration', async () => {
    const secrets = new MemorySecretStore();
    const baseUrl = 'https://example.com/v1';
    await writeIntegration(secrets, { baseUrl, clientId: 'id', clientSecret: 'secret' });
    const list = await opened(() => askIntegration(secrets, baseUrl, 'http://127.0.0.1/'));
    assert.equal(list.active, 'Use Saved Integration');
  });

  it('is the redirect that needs no port, on the desktop', async () => {
    const setPort = (port: number | undefined) =>
      workspace.getConfiguration('roomside').update('signIn.loopbackPort', port, ConfigurationTarget.Global);
    await setPort(4291);
    const list = await opened(() => chooseRedirect(false));
    await setPort(undefined);
    assert.deepEqual([list.active, list.rows.length], ['Return to the Editor', 2]);
  });

  it('is the first check of the connection', async () => {
    const accounts = Promise.resolve([]);
    assert.equal((await opened(() => showDiagnosis(async () => undefined, accounts))).active, 'Versions');
  });

  it('is the first watched room, and Mentions in the second list', async () => {
    const watched = ['b', 'a'].map((roomId) => ({ roomId, mode: 'all', mutedUntilMs: 0, activityMs: 0 }));
    const watches = async () => ({ rooms: watched, account: nothingWatched.account });
    const ports = { ...roomPorts(), watcher: { watches } };
    type Ports = Parameters<typeof showWatchedRooms>[0];
    assert.equal((await opened(() => showWatchedRooms(as<Ports>(ports)))).active, 'Room a');
    const node = { kind: 'room', roomId: 'a' };
    assert.equal((await opened(() => watchRoom(as<Ports>(ports), node))).active, 'Mentions');
  });

  it('is the first room of a notification', async () => {
    const isUnread = { isVisible: () => false, isRead: () => false } satisfies Partial<
      Record<keyof WatchNoticesPorts['marks'], unknown>
    >;
    const ports = { ...roomPorts(), active: { get: async () => ({ id: 'ada' }) }, log: new RecordingLog() };
    const notices = new WatchNotices(as<WatchNoticesPorts>({ ...ports, marks: isUnread }));
    const message = { id: 'm', created: '2026-11-21T10:00:00.000Z', text: 'hello' };
    notices.show('ada', as(rooms.map(({ id: roomId }) => ({ roomId, message, kind: 'message' }))));
    (await messages().next()).answer('Read');
    const list = await inputs().next();
    assert.deepEqual([list.active, list.rows.length], ['Room a', 2]);
    notices.dispose();
  });
});
