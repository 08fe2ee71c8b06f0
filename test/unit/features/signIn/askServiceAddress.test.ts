import assert from 'node:assert/strict';
import { CancelledError } from '../../../../src/core/base/errors.ts';
import { FakeMemento } from '../../../support/fakes/fakeMemento.ts';
import { withVscode } from '../../../support/fakes/withVscode.ts';
import { answer } from '../../core/api/scriptedSend.ts';

const [{ findAndSetBroker }, { setting }, { useMessages }, { setUserSetting }] = await withVscode(() =>
  Promise.all([
    import('../../../../src/features/signIn/askServiceAddress.ts'),
    import('../../../../src/host/vscode/settings.ts'),
    import('../../../support/host/shownMessages.ts'),
    import('../../../support/host/userSetting.ts'),
  ]),
);

describe('A typed address of a broker', () => {
  const messages = useMessages();
  const broker = 'https://sign-in.example.com';
  const send = async () => answer(200, { version: 1, service: 'https://new.example.com', scopePrefix: 'spark' });
  const configured = () => [setting('broker.url'), setting('service.baseUrl')];
  beforeEach(() => setUserSetting('roomside.service.baseUrl', 'https://old.example.com'));
  afterEach(async () => {
    for (const name of ['service.baseUrl', 'broker.url']) await setUserSetting(`roomside.${name}`, undefined);
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

  it('changes no setting if it is declined', async () => {
    await assert.rejects(answered(), CancelledError);
    assert.deepEqual(configured(), ['', 'https://old.example.com']);
  });
});
