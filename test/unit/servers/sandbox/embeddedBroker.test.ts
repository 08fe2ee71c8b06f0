import assert from 'node:assert/strict';
import { join } from 'node:path';
import { searchFiles } from '../../../support/harness/searchFiles.ts';
import { Capture } from '../broker/capture.ts';
import type { WalkedDeployment } from '../broker/deployment.ts';
import { codeOf, TestBrowser } from '../broker/testBrowser.ts';
import { TestEditor } from '../broker/testEditor.ts';
import { openTestSandbox, refusal, type TestSandbox, testOrigin, useSandboxWithFiles } from './openTestSandbox.ts';

/** The embedded broker under one of the addresses of the sandbox, as an editor and a browser see it. */
function brokerOf(service: TestSandbox, origin = testOrigin): WalkedDeployment {
  const capture = new Capture();
  return {
    publicUrl: `${origin}/broker`,
    service,
    capture,
    fetch: capture.recording((request) => service.sandbox.fetch(request)),
  };
}

async function signIn(deployment: WalkedDeployment, cb?: string) {
  const editor = new TestEditor(deployment);
  const page = await new TestBrowser(deployment).signIn(editor.startUrl(cb));
  assert.equal(page.status, 200, page.text);
  return { editor, page, tokens: await editor.redeem(codeOf(page)) };
}

describe('the embedded broker of the sandbox', () => {
  const log: string[] = [];
  const { test: service, folder } = useSandboxWithFiles({ onBrokerLog: (line) => log.push(line) });

  it('signs in with the needed scopes, and refreshes, without a secret in the data, a response or the log', async () => {
    log.length = 0;
    const deployment = brokerOf(service);
    const { editor, tokens } = await signIn(deployment);
    const me = await service.read<{ displayName: string }>('/v1/people/me', { token: tokens.accessToken });
    assert.equal(me.displayName, 'Ada Park');
    const wrong = await service.call('POST', '/v1/rooms', { token: tokens.accessToken, json: { title: 'No' } });
    await refusal(wrong, 403, /rooms_write/);
    service.passMs(1_000_000);
    const renewed = await editor.refresh(tokens.handle);
    assert.notEqual(renewed.accessToken, tokens.accessToken);
    assert.equal((await service.call('GET', '/v1/rooms', { token: renewed.accessToken })).status, 200);
    assert.equal(log.length, 4, 'start, callback, token, refresh');
    deployment.capture.log.push(...log);
    deployment.capture.assertNoLeak();
    const files = await searchFiles(folder(), [tokens.accessToken, tokens.handle ?? '-']);
    assert.deepEqual(files.holding, []);
  });

  it('keeps its sessions over a restart', async () => {
    const { editor, tokens } = await signIn(brokerOf(service));
    await service.sandbox.close();
    service.open({ dataFile: join(folder(), 'sandbox.db') });
    assert.ok((await editor.refresh(tokens.handle)).accessToken);
  });

  it('requests its scopes under the prefix of this start, whatever the data were made with', async () => {
    await service.sandbox.close();
    service.open({ dataFile: join(folder(), 'sandbox.db'), scopePrefix: 'other' });
    assert.ok((await signIn(brokerOf(service))).tokens.accessToken);
  });

  it('is reachable under every host name and port of the sandbox, which its description names', async () => {
    for (const origin of ['http://localhost:4280', 'http://127.0.0.1:9999']) {
      const deployment = brokerOf(service, origin);
      assert.match((await signIn(deployment)).page.target ?? '', /^vscode:/);
      const response = await deployment.fetch(new Request(`${deployment.publicUrl}/.well-known/roomside`));
      const { service: address, organization } = (await response.json()) as Record<string, unknown>;
      assert.deepEqual([address, organization], [origin, 'Roomside sandbox']);
      assert.equal((await deployment.fetch(new Request(`${deployment.publicUrl}/open`))).status, 200);
    }
    for (const origin of ['http://broker.example:4280', 'http://192.168.0.7:4280', 'http://a.localhost:4280']) {
      const deployment = brokerOf(service, origin);
      const response = await deployment.fetch(new Request(new TestEditor(deployment).startUrl()));
      assert.ok(response.status === 403 || response.status === 404, `${origin} ${response.status}`);
    }
  });

  const prepare = async (editor: TestEditor, more: Record<string, unknown>) => {
    const start = Object.fromEntries(new URL(editor.startUrl('')).searchParams);
    return (await service.control<{ url: string }>('POST', 'broker/starts', { ...start, ...more })).url;
  };

  it('calls back the well-known editors, and others only after a prepared start', async () => {
    const deployment = brokerOf(service);
    const web = 'https://editor.example/callback?vscode-authority=roomside.roomside&vscode-path=/callback';
    for (const cb of [web, 'kiro://roomside.roomside/callback?windowId=1']) {
      const start = new TestEditor(deployment).startUrl(cb);
      assert.equal((await deployment.fetch(new Request(start))).status, 400, cb);
      const editor = new TestEditor(deployment);
      const browser = new TestBrowser(deployment);
      const short = await prepare(editor, { cb });
      assert.match(short, /^http:\/\/127\.0\.0\.1:4280\/_sandbox\/go\/[\w-]+$/, 'nothing in it can be broken');
      const opened = await browser.get(short);
      assert.equal(opened.status, 302);
      const page = await browser.signIn(new URL(opened.headers.get('location') ?? '', short).href);
      assert.ok(page.target?.startsWith(`${cb}&flow=`), page.text);
      assert.ok((await editor.redeem(codeOf(page))).handle);
      assert.equal((await browser.get(short)).status, 404, 'it leads there once');
    }
  });

  it('uses the address under which a forwarded browser sees it', async () => {
    const visibleAt = 'https://name-4280.forwarded.example/proxy/4280';
    const deployment = brokerOf(service);
    const editor = new TestEditor(deployment);
    // The forwarded request, as it arrives at the local address.
    const local = (url: string | URL) => String(url).replace(visibleAt, testOrigin);
    const browser = new TestBrowser(deployment);
    const short = await prepare(editor, { visibleAt: `${visibleAt}/` });
    const opened = await browser.get(short);
    const authorize = await browser.start(new URL(opened.headers.get('location') ?? '', short).href);
    assert.ok(authorize.href.startsWith(`${visibleAt}/v1/authorize?`), authorize.href);
    const callback = await browser.decide(new URL(local(authorize)));
    assert.ok(callback.href.startsWith(`${visibleAt}/broker/callback?`), callback.href);
    const page = await browser.open(local(callback));
    const tokens = await editor.redeem(codeOf(page));
    assert.ok((await editor.refresh(tokens.handle)).accessToken);
  });

  it('can be disabled', async () => {
    const plain = openTestSandbox({ broker: false });
    assert.equal(plain.sandbox.brokerPath, undefined);
    await refusal(plain.call('GET', '/broker/healthz', { token: null }), 404);
    await plain.sandbox.close();
  });
});
