import assert from 'node:assert/strict';
import type { Send } from '../../../../src/core/api/send.ts';
import type { Account } from '../../../../src/core/auth/account.ts';
import { env, setUserSetting, useMessages } from '../../../support/fakes/fakeWindow.ts';
import { RecordingLog } from '../../../support/fakes/recordingLog.ts';
import { withVscode } from '../../../support/fakes/withVscode.ts';

const { openInApp } = await withVscode(() => import('../../../../src/host/vscode/openInApp.ts'));

describe('Open in App', () => {
  const messages = useMessages();
  let opened: unknown[] = [];
  beforeEach(() => {
    opened = [];
    Object.assign(env, { openExternal: async (address: unknown) => void opened.push(address) });
  });
  afterEach(() => setUserSetting('roomside.service.appUrl', undefined));

  /** Opens a room of a service whose broker describes itself with a template. */
  async function openRoom(appUrl?: string, baseUrl = 'https://api.example.com'): Promise<void> {
    const description = { version: 1, service: baseUrl, scopePrefix: 'svc', editors: [], appUrl };
    const send: Send = async ({ url }) => {
      assert.equal(url, 'https://broker.example.com/.well-known/roomside');
      return new Response(JSON.stringify(description)) as never;
    };
    const account = { baseUrl, brokerUrl: 'https://broker.example.com' } as Account;
    await openInApp({ roomId: 'r1' }, { active: { get: async () => account } as never, send, log: new RecordingLog() });
  }

  it('opens the address of the setting, else of a known service, else of the broker', async () => {
    await openRoom('https://chat.example.com/{room}');
    await openRoom('https://chat.example.com/{room}', 'https://webexapis.com');
    await setUserSetting('roomside.service.appUrl', 'myapp://room/{room}');
    await openRoom('https://chat.example.com/{room}');
    assert.deepEqual(opened, ['https://chat.example.com/r1', 'webexteams://im?space=r1', 'myapp://room/r1']);
  });

  it('opens no program that a broker names, and says how the address can be set', async () => {
    for (const template of ['myapp://room/{room}', 'file:///bin/{room}', undefined]) {
      const opening = openRoom(template);
      const question = await messages().next();
      assert.deepEqual(question.buttons, ['Open Settings']);
      question.answer();
      await opening;
    }
    assert.deepEqual(opened, []);
  });
});
