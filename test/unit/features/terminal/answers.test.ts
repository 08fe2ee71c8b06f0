import assert from 'node:assert/strict';
import { existsSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { askWindow } from '../../../../src/cli/askWindow.ts';
import { SignInRequiredError } from '../../../../src/core/auth/errors.ts';
import { CancelledError } from '../../../../src/core/base/errors.ts';
import type { ShareRecord } from '../../../../src/core/outbox/shareRecord.ts';
import { type DoorCall, parseDoorRecord } from '../../../../src/core/terminal/doorCall.ts';
import { type RequestShare, type ShareRequest, ShareRequestError } from '../../../../src/core/terminal/shareRequest.ts';
import { setUserSetting, Uri, waitUntilTrue, workspace } from '../../../support/fakes/fakeWindow.ts';
import { RecordingLog } from '../../../support/fakes/recordingLog.ts';
import { sentShare } from '../../../support/fakes/sentShare.ts';
import { withVscode } from '../../../support/fakes/withVscode.ts';
import { useTemporaryFolder } from '../../../support/harness/useTemporaryFolder.ts';

const { createTerminal } = await withVscode(() => import('../../../../src/features/terminal/index.ts'));

const share: DoorCall = { do: 'share', files: [{ path: '/a' }] };
const results = (...records: readonly (ShareRecord | undefined)[]) => records.map((record) => ({ record }));
const record = (more: Partial<ShareRecord> = {}) => sentShare('a', 0, more);
const kept = (state: ShareRecord['state'], kind: NonNullable<ShareRecord['reason']>['kind'], detail = '') => {
  const { messageId: _, ...unsent } = record({ state, reason: { kind, detail } });
  return results(unsent);
};

describe('The answer to the command of a terminal', () => {
  const folder = useTemporaryFolder();
  const closing: (() => void)[] = [];
  before(() => void Object.assign(workspace, { isTrusted: true }));
  after(() => void Reflect.deleteProperty(workspace, 'isTrusted'));
  afterEach(() => {
    for (const close of closing.splice(0)) close();
  });

  async function open(requestShare: RequestShare) {
    const rooms = ['Parser team', 'Parser club', 'Builds'].map((title, index) => ({
      id: `r${index}`,
      title,
      type: 'group',
    }));
    const client = {
      async *listRooms() {
        yield { items: rooms, hasNext: false };
      },
    };
    const requests: ShareRequest[] = [];
    const terminal = createTerminal({
      ...{
        storage: Uri.file(folder.path),
        extensionUri: Uri.file(folder.path),
        windowId: 'w',
        log: new RecordingLog(),
      },
      active: { get: async () => undefined },
      connection: { client: async () => client },
      directory: { find: (id: string) => rooms.find((room) => room.id === id) },
      async requestShare(request: ShareRequest, signal: AbortSignal) {
        requests.push(request);
        return requestShare(request, signal);
      },
    } as never);
    closing.push(() => terminal.dispose());
    const file = path.join(folder.path, 'terminal/windows/w.json');
    await waitUntilTrue('it is open', () => existsSync(file));
    const found = parseDoorRecord(readFileSync(file, 'utf8')) ?? assert.fail('no record');
    return { requests, ask: (call: DoorCall = share) => askWindow(found, call) };
  }

  it('is 0 with the link of each message, or its ID', async () => {
    const two = results(record(), sentShare('b', 0));
    const { ask, requests } = await open(async () => two);
    const message = (id: string) => ({ state: 'sent', roomId: 'r', id });
    const [first, second] = [message('m-a'), message('m-b')];
    assert.deepEqual(await ask(), { exit: 0, text: 'Sent to Design\nm-a\nm-b', data: { sent: [first, second] } });
    await setUserSetting('roomside.service.appUrl', 'https://app.example/{room}/{message}');
    const { text, data } = await ask();
    await setUserSetting('roomside.service.appUrl', undefined);
    assert.equal(text, 'Sent to Design\nhttps://app.example/r/m-a\nhttps://app.example/r/m-b');
    assert.deepEqual((data as { readonly sent: readonly unknown[] }).sent[0], {
      ...first,
      link: 'https://app.example/r/m-a',
    });
    const { title, content } = requests[0] ?? {};
    assert.deepEqual([title, content], ['Share from the Terminal', { files: [{ path: '/a' }] }]);
  });

  for (const [what, exit, text, answer] of [
    ['refused', 1, /^Nothing was sent: the share was canceled in the window\.$/, async () => undefined],
    ['closed', 1, /^Canceled$/, () => Promise.reject(new CancelledError())],
    ['signed out', 3, /^Sign in to Roomside first\.$/, () => Promise.reject(new SignInRequiredError('signed-out'))],
    ['asked too often', 3, /^You were asked too often/, () => Promise.reject(new ShareRequestError('too-many'))],
    ['no such parent', 2, /^The message to reply to/, () => Promise.reject(new ShareRequestError('unknown-parent'))],
    [
      'a file that is gone',
      3,
      /^The file no longer/,
      () => Promise.reject(Object.assign(new Error(), { code: 'ENOENT' })),
    ],
    ['offline', 3, /^Not sent yet\. .* Couldn't reach a\.example/, async () => kept('queued', 'offline', 'a.example')],
    ['rate limited', 3, /^Not sent yet\. .* Rate limited\./, async () => kept('queued', 'rate-limited')],
    ['unconfirmed', 3, /^It isn't known whether it arrived\./, async () => kept('unknown', 'offline', 'a.example')],
    ['failed', 3, /^Not sent\. It is kept.* \(403\)\.$/, async () => kept('failed', 'service-refused', '403')],
    ['stored nowhere', 3, /^Not sent, or not as a whole\./, async () => results(undefined)],
    ['stored in part', 3, /^Not sent, or not as a whole\./, async () => results(record(), undefined)],
  ] satisfies readonly (readonly [string, number, RegExp, RequestShare])[])
    it(`is ${exit} with its sentence: ${what}`, async () => {
      const { ask } = await open(answer);
      const answered = await ask();
      assert.equal(answered.exit, exit);
      assert.match(answered.text, text);
    });

  it('finds a room by its ID, its title, or words that only one title has', async () => {
    const { ask, requests } = await open(async () => results(record()));
    for (const room of ['r1', 'parser TEAM', 'build']) assert.equal((await ask({ ...share, room })).exit, 0);
    assert.deepEqual(
      requests.map(({ roomId }) => roomId),
      ['r1', 'r0', 'r2'],
    );
    const several = await ask({ ...share, room: 'parser' });
    const lines = ['Several rooms match “parser”. Name one by its ID:', 'r0  Parser team', 'r1  Parser club'];
    assert.deepEqual([several.exit, several.text], [2, lines.join('\n')]);
    const none = await ask({ ...share, room: 'x' });
    assert.deepEqual([none.exit, none.text], [2, 'There is no room “x”. List the rooms with `roomside rooms`.']);
    assert.equal(requests.length, 3);
  });
});
