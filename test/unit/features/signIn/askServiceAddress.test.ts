import assert from 'node:assert/strict';
import type { InputBox } from 'vscode';
import { ConnectionError } from '../../../../src/core/api/errors.ts';
import type { Send } from '../../../../src/core/api/send.ts';
import { Emitter } from '../../../../src/core/base/emitter.ts';
import { CancelledError } from '../../../../src/core/base/errors.ts';
import { FakeMemento } from '../../../support/fakes/fakeMemento.ts';
import { setUserSetting, useInWindow, useMessages } from '../../../support/fakes/fakeWindow.ts';
import { withVscode } from '../../../support/fakes/withVscode.ts';
import { answer } from '../../core/api/scriptedSend.ts';

const { askReachable, findAndSetBroker } = await withVscode(
  () => import('../../../../src/features/signIn/askServiceAddress.ts'),
);
const { setting } = await withVscode(() => import('../../../../src/host/vscode/settings.ts'));

describe('A typed address of a broker', () => {
  const messages = useMessages();
  const broker = 'https://sign-in.example.com';
  const gitHosts = { 'git.example.com': 'gitlab', 'own.example.com': 'gitlab' };
  const send = async () =>
    answer(200, { version: 1, service: 'https://new.example.com', scopePrefix: 'spark', gitHosts });
  const configured = () => [setting('broker.url'), setting('service.baseUrl')];
  beforeEach(() => setUserSetting('roomside.service.baseUrl', 'https://old.example.com'));
  afterEach(async () => {
    for (const name of ['service.baseUrl', 'broker.url', 'git.hosts'])
      await setUserSetting(`roomside.${name}`, undefined);
  });

  async function answered(button?: string) {
    const done = findAndSetBroker({ memory: new FakeMemento(), send }, broker);
    const question = await messages().next();
    assert.match(question.detail ?? '', /^Token broker: .*\nMessaging service: https:\/\/new\.example\.com\n/);
    question.answer(button);
    return done;
  }

  it('replaces an earlier service in the settings by the one that the user accepts', async () => {
    assert.equal((await answered('Sign In'))?.baseUrl, 'https://new.example.com');
    assert.deepEqual(configured(), [broker, '']);
  });

  it('adds its git servers to those in the settings, which take precedence', async () => {
    await setUserSetting('roomside.git.hosts', { 'own.example.com': 'gitea' });
    await answered('Sign In');
    assert.deepEqual(setting('git.hosts'), { 'git.example.com': 'gitlab', 'own.example.com': 'gitea' });
  });

  it('changes no setting if it is declined', async () => {
    await assert.rejects(answered(), CancelledError);
    assert.deepEqual(setting('git.hosts'), {});
    assert.deepEqual(configured(), ['', 'https://old.example.com']);
  });
});

describe('A typed address', () => {
  const [typo, right] = ['https://chat.exmaple.com', 'https://chat.example.com'];
  const [accepts, hides, changes] = [new Emitter<void>(), new Emitter<void>(), new Emitter<string>()];
  const events = { onDidAccept: accepts.event, onDidHide: hides.event, onDidChangeValue: changes.event };
  let box: { value: string; busy?: boolean; validationMessage?: string };
  let isOpen = false;
  useInWindow('createInputBox', () => () => {
    isOpen = true;
    const dispose = () => {
      isOpen = false;
    };
    box = { value: '', ...events, show: () => undefined, dispose } as typeof box;
    return box as InputBox;
  });
  const enter = (text: string): void => {
    box.value = text;
    changes.fire(text);
    accepts.fire();
  };
  const settled = () => new Promise(setImmediate);

  it('that cannot be reached stays in the box with the reason, and can be corrected', async () => {
    const send: Send = async ({ url }) => {
      const facts = { host: 'chat.exmaple.com', code: 'ENOTFOUND', kind: 'unreachable' } as const;
      if (url.startsWith(typo)) throw new ConnectionError({ ...facts, mayHaveBeenProcessed: false });
      return answer(404);
    };
    const asked = askReachable({ memory: new FakeMemento(), send });
    enter('ftp://chat.example.com');
    await settled();
    assert.match(box.validationMessage ?? '', /\bhttps\b/);
    enter(typo);
    await settled();
    assert.match(box.validationMessage ?? '', /^Couldn't reach chat\.exmaple\.com \(ENOTFOUND\)/);
    enter(right);
    assert.deepEqual([isOpen, box.busy], [true, true], 'while it is tried, the box takes the keys');
    assert.deepEqual(await asked, { address: right, broker: undefined });
    assert.equal(isOpen, false);
  });

  it('of a broker asks nothing and sets nothing once the box is closed', async () => {
    const described = Promise.withResolvers<void>();
    const send: Send = async () => {
      await described.promise;
      return answer(200, { version: 1, service: 'https://new.example.com', scopePrefix: 'spark' });
    };
    const asked = askReachable({
      memory: new FakeMemento({ acceptedBroker: `${right} https://new.example.com` }),
      send,
    });
    enter(right);
    await settled();
    hides.fire();
    assert.equal(await asked, undefined);
    described.resolve();
    await settled();
    assert.equal(setting('broker.url'), '');
  });
});
