import assert from 'node:assert/strict';
import { commands, workspace } from 'vscode';
import { describeWithBrowser, inBrowser } from '../browser/pages/browserBridge.ts';
import { signOut, useNoAccount } from '../support/host/account.ts';
import { paste, useInputBoxes } from '../support/host/inputBoxes.ts';
import { useQuickInputs } from '../support/host/quickInputs.ts';
import { requestCount } from '../support/host/sandboxControl.ts';
import { useMessages } from '../support/host/shownMessages.ts';
import { setUserSetting } from '../support/host/userSetting.ts';

const stranger = 'A'.repeat(22);
const redemptions = (): Promise<number> => requestCount('POST /v1/access_token');

const set = (name: string, value: string | undefined) => setUserSetting(`roomside.${name}`, value);

describeWithBrowser('Signing in through the broker of an organization', () => {
  useNoAccount();
  const messages = useMessages();
  const inputs = useQuickInputs();
  const boxes = useInputBoxes();
  const origin = process.env.ROOMSIDE_SANDBOX_ORIGIN ?? '';
  const broker = `${origin}/broker`;
  const configured = (name: string): unknown => workspace.getConfiguration('roomside').inspect(name)?.globalValue;

  afterEach(async () => {
    for (const name of ['service.baseUrl', 'broker.url']) await set(name, undefined);
  });

  it('[S64] takes the address of a broker, and sets it after one question', async () => {
    const done = commands.executeCommand('roomside.signIn');
    const ways = await inputs().next();
    const address = boxes().next();
    await ways.choose('Your Organization');
    await paste(await address, broker);
    const question = await messages().next();
    const shown = [question.text, question.isModal, question.buttons];
    assert.deepEqual(shown, ['Sign in to Roomside sandbox?', true, ['Sign In']]);
    assert.match(question.detail ?? '', new RegExp(`^Token broker: ${broker}\nMessaging service: ${origin}\n`));
    assert.equal(configured('broker.url'), undefined, 'nothing is set before the answer');
    question.answer('Sign In');
    const asked = boxes().next();
    const [page, box] = await Promise.all([inBrowser('approveForCode'), asked]);
    await paste(box, page.copied);
    await done;
    assert.deepEqual([configured('broker.url'), configured('service.baseUrl')], [broker, undefined]);
    assert.equal(messages().all.length, 1);
    await signOut();
  });

  it('[S4] [S64] needs only the broker in the settings, explains a wrong code, and accepts its own', async () => {
    await set('broker.url', broker);
    const before = await redemptions();
    const asked = boxes().next();
    const done = commands.executeCommand('roomside.signIn');
    const [page, box] = await Promise.all([inBrowser('approveForCode'), asked]);
    const phrase = /[0-9A-Z]{4}-[0-9A-Z]{4}/.exec(page.text)?.[0] ?? '';
    assert.notEqual(phrase, '');
    assert.equal(box.prompt, `Paste the code shown in the browser. Check that the page also shows ${phrase}.`);
    await paste(box, 'not a code');
    assert.match(String(box.validationMessage), /^This isn't the complete code\./);
    await paste(box, page.copied.replace(/flow=[\w-]+/, `flow=${stranger}`));
    assert.match(String(box.validationMessage), /^This belongs to another sign-in\./);
    assert.equal(await redemptions(), before, 'the broker is not called');
    await paste(box, `  ${page.copied}\n`);
    assert.deepEqual([box.busy, box.enabled], [true, false], 'it stays until the sign-in has ended');
    await done;
    assert.equal(await redemptions(), before + 1);
    assert.deepEqual([messages().all, inputs().openedCount], [[], 0]);
    const sending = commands.executeCommand('roomside.sendMessage');
    assert.equal((await inputs().next()).title, 'Send Message');
    await commands.executeCommand('workbench.action.closeQuickOpen');
    await sending;
    await signOut();
  });
});
