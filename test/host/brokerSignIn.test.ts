import assert from 'node:assert/strict';
import { commands, env, type Uri, workspace } from 'vscode';
import { callbackUri } from '../../src/host/vscode/callbackUri.ts';
import { hasBrowser, inBrowser } from '../browser/pages/browserBridge.ts';
import { signOut, useNoAccount } from '../support/host/account.ts';
import { logLines, nextLogLine } from '../support/host/extensionLog.ts';
import { paste, useInputBoxes } from '../support/host/inputBoxes.ts';
import { useProgressNotices } from '../support/host/progressNotices.ts';
import { useQuickInputs } from '../support/host/quickInputs.ts';
import { receiveUri } from '../support/host/receivedUris.ts';
import { requestCount } from '../support/host/sandboxControl.ts';
import { useMessages } from '../support/host/shownMessages.ts';
import { setUserSetting } from '../support/host/userSetting.ts';
import { waitUntilTrue } from '../support/host/waitUntilTrue.ts';

const stranger = 'A'.repeat(22);
const redemptions = (): Promise<number> => requestCount('POST /v1/access_token');

const set = (name: string, value: string | undefined) => setUserSetting(`roomside.${name}`, value);

/** Delivers a callback to Roomside as a browser does, and waits for the end of the sign-in. */
async function deliver(query: string): Promise<void> {
  const came = nextLogLine(/^received a URI for /);
  const address = (await env.asExternalUri(callbackUri())).toString(true);
  // A string, because a Uri would be encoded again.
  const opening = env.openExternal(`${address}&${query}` as unknown as Uri);
  await Promise.all([inBrowser('nextPageAddress'), opening, came]);
}

// Signing in uses a browser; on the desktop that would be the user's own.
if (hasBrowser()) {
  describe('Signing in through the broker of an organization', () => {
    useNoAccount();
    const messages = useMessages();
    const inputs = useQuickInputs();
    const boxes = useInputBoxes();
    const notices = useProgressNotices();
    const choose = '_roomside.chooseInSignIn';
    const notice = (): string => notices().at(-1)?.text ?? '';

    before(async () => {
      const origin = process.env.ROOMSIDE_SANDBOX_ORIGIN ?? '';
      await set('service.baseUrl', origin);
      await set('broker.url', `${origin}/broker`);
    });
    after(async () => {
      await set('service.baseUrl', undefined);
      await set('broker.url', undefined);
    });
    it('[S4] starts at once, asks for the code, explains a wrong one, and accepts its own', async () => {
      const before = await redemptions();
      const asked = boxes().next();
      const done = commands.executeCommand('roomside.signIn');
      const [page, box] = await Promise.all([inBrowser('approveForCode'), asked]);
      const phrase = /[0-9A-Z]{4}-[0-9A-Z]{4}/.exec(page.text)?.[0] ?? '';
      assert.notEqual(phrase, '');
      assert.equal(box.prompt, `Paste the code shown in the browser. Check that the page also shows ${phrase}.`);
      await paste(box, 'not a code');
      assert.match(String(box.validationMessage), /^This is not the complete code\./);
      await paste(box, page.copied.replace(/flow=[\w-]+/, `flow=${stranger}`));
      assert.match(String(box.validationMessage), /^This belongs to another sign-in\./);
      assert.equal(await redemptions(), before, 'the broker is not called');
      await paste(box, `  ${page.copied}\n`);
      await done;
      assert.equal(await redemptions(), before + 1);
      assert.deepEqual(messages().all, []);
      const sending = commands.executeCommand('roomside.sendMessage');
      assert.equal((await inputs().next()).title, 'Send Message');
      await commands.executeCommand('workbench.action.closeQuickOpen');
      await sending;
      await signOut();
    });

    it('is also completed by the callback, which closes the input box', async () => {
      const asked = boxes().next();
      const done = commands.executeCommand('roomside.signIn');
      const [page] = await Promise.all([inBrowser('approveForCode'), asked]);
      await receiveUri('/callback', `flow=${stranger}&code=a.b`);
      await receiveUri('/callback', page.copied.replace('flow=', 'state='));
      await deliver(page.copied);
      await done;
      assert.equal(boxes().all.length, 1);
      assert.deepEqual(messages().all, []);
      await signOut();
      const secrets = page.copied.split(/[&=]/).filter((part) => part.length > 20);
      assert.equal(secrets.length, 2);
      for (const secret of secrets) assert.ok(!logLines().some(({ text }) => text.includes(secret)));
    });

    it('reports declined access with the description of the service, and does not sign in', async () => {
      const asked = boxes().next();
      const done = commands.executeCommand('roomside.signIn');
      const [{ copied }] = await Promise.all([inBrowser('approveForCode'), asked]);
      const description = Buffer.from('Ask your administrator').toString('base64url');
      await receiveUri('/callback', `${copied.split('&')[0]}&error=access_denied&error_description=${description}`);
      await done;
      const { text, buttons } = await messages().next();
      assert.match(text, /^Access was denied\. You are not signed in\. .* The service says: Ask your administrator$/);
      assert.deepEqual(buttons, ['Sign In']);
      await commands.executeCommand('roomside.sendMessage');
      assert.equal((await messages().next()).text, 'Sign in to Roomside first.');
    });

    it('starts over with new secrets, ends for another sign-in, and asks for the code again on request', async () => {
      const asked = boxes().next();
      const abandoned = commands.executeCommand('roomside.signIn');
      const [first, firstBox] = await Promise.all([inBrowser('approveForCode'), asked]);
      firstBox.hide();
      await waitUntilTrue('the notice tells what else there is', () => notice().includes('Restart'));
      assert.match(
        notice(),
        /^Complete sign-in in the browser, then paste the code it shows\. \[Paste Code\]\(command:.*\[Restart\]\(/,
      );
      const askedAnew = boxes().next();
      await commands.executeCommand(choose, 'restart');
      const [second, secondBox] = await Promise.all([inBrowser('approveForCode'), askedAnew]);
      await paste(secondBox, first.copied);
      assert.match(String(secondBox.validationMessage), /^This belongs to another sign-in\./);

      const askedForOther = boxes().next();
      const done = commands.executeCommand('roomside.signIn');
      const [last, lastBox] = await Promise.all([inBrowser('approveForCode'), askedForOther]);
      await abandoned;
      assert.deepEqual(
        notices().map(({ isOver }) => isOver),
        [true, true, false],
      );
      assert.equal(new Set([first, second, last].map(({ copied }) => copied)).size, 3);
      lastBox.hide();
      await waitUntilTrue('the notice tells it again', () => notice().includes('Restart'));
      const again = boxes().next();
      await commands.executeCommand(choose, 'pasteCode');
      await paste(await again, last.copied);
      await done;
      await waitUntilTrue('no notice is left', () => notices().every(({ isOver }) => isOver));
      assert.deepEqual(messages().all, []);
      await signOut();
    });

    it('leaves every other way of signing in available', async () => {
      const done = commands.executeCommand('roomside.chooseSignIn');
      const roads = await inputs().next();
      assert.deepEqual(
        roads.rows.map((row) => row.split(' | ')[0]),
        ['Your Organization', 'Your Own Integration', 'Personal Access Token', 'The Sandbox'],
      );
      await commands.executeCommand('workbench.action.closeQuickOpen');
      await done;
    });

    it('explains why a broker address is not safe', async () => {
      await set('broker.url', 'http://sign-in.example.com');
      await commands.executeCommand('roomside.signIn');
      const { text, buttons } = await messages().next();
      assert.match(text, /^The address of the token broker in the settings is not valid\. .*https:\/\//);
      assert.deepEqual(buttons, ['Open Settings']);
      await set('broker.url', `${process.env.ROOMSIDE_SANDBOX_ORIGIN}/broker`);
    });
  });

  describe('Signing in with one address', () => {
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

    /** Completes a sign-in that has opened the browser. */
    async function completeSignIn(): Promise<void> {
      const asked = boxes().next();
      const [page, box] = await Promise.all([inBrowser('approveForCode'), asked]);
      await paste(box, page.copied);
    }

    /** Chooses "Your Organization" and types an address. */
    async function typeAddress(address: string): Promise<void> {
      await (await inputs().next()).choose('Your Organization');
      const box = await inputs().next();
      await box.type(address);
      await box.accept();
    }

    it('[S64] takes the address of a broker, and sets it after one question', async () => {
      const done = commands.executeCommand('roomside.signIn');
      await typeAddress(broker);
      const question = await messages().next();
      assert.deepEqual(
        [question.text, question.isModal, question.buttons],
        ['Sign in to Roomside sandbox?', true, ['Sign In']],
      );
      assert.match(question.detail ?? '', new RegExp(`^Token broker: ${broker}\nMessaging service: ${origin}\n`));
      assert.equal(configured('broker.url'), undefined, 'nothing is set before the answer');
      question.answer('Sign In');
      await completeSignIn();
      await done;
      assert.deepEqual([configured('broker.url'), configured('service.baseUrl')], [broker, undefined]);
      assert.equal(messages().all.length, 1);
      await signOut();
    });

    it('[S64] needs only the broker in the settings, and does not ask again about the same service', async () => {
      await set('broker.url', broker);
      const done = commands.executeCommand('roomside.signIn');
      await completeSignIn();
      await done;
      assert.deepEqual([messages().all.length, inputs().openedCount], [0, 0]);
      await signOut();
    });

    it('asks again when the broker has another address, and sets nothing if it is declined', async () => {
      const other = broker.replace('127.0.0.1', 'localhost');
      assert.notEqual(other, broker);
      await set('broker.url', other);
      const before = await redemptions();
      const done = commands.executeCommand('roomside.signIn');
      const question = await messages().next();
      assert.match(question.detail ?? '', new RegExp(`^Token broker: ${other}\n`));
      question.answer();
      await done;
      assert.deepEqual([await redemptions(), messages().all.length, boxes().all.length], [before, 1, 0]);
    });

    it('declined, sets no broker that was typed', async () => {
      const done = commands.executeCommand('roomside.signIn');
      await typeAddress(broker.replace('127.0.0.1', 'localhost'));
      (await messages().next()).answer();
      await done;
      assert.equal(configured('broker.url'), undefined);
    });

    it('takes the address of a service, and asks how to sign in there', async () => {
      const done = commands.executeCommand('roomside.signIn');
      await typeAddress(origin);
      const methods = await inputs().next();
      assert.deepEqual(
        methods.rows.map((row) => row.split(' | ')[0]),
        ['Your Own Integration', 'Personal Access Token'],
      );
      const asked = boxes().next();
      await methods.choose('Personal Access Token');
      assert.match((await asked).prompt ?? '', new RegExp(`^Personal access token for ${new URL(origin).host}`));
      await commands.executeCommand('workbench.action.closeQuickOpen');
      await done;
      assert.equal(configured('broker.url'), undefined);
    });

    it('reports an address where nothing answers', async () => {
      const done = commands.executeCommand('roomside.signIn');
      await typeAddress('http://127.0.0.1:9');
      await done;
      assert.match((await messages().next()).text, /^Couldn't reach 127\.0\.0\.1:9/);
    });
  });
}
