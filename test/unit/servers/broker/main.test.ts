import assert from 'node:assert/strict';
import { once } from 'node:events';
import { listen } from '../../../../src/servers/listen.ts';
import { type ServerProcess, startServer } from '../serverProcess.ts';
import { failNextTokenRequest, openParts, variablesOf } from './deployment.ts';
import { initOf } from './replicas.ts';
import { codeOf, TestBrowser } from './testBrowser.ts';
import { TestEditor } from './testEditor.ts';

describe('the broker as a process', function () {
  this.timeout(30_000);

  const running: ServerProcess[] = [];
  const closing: (() => Promise<void>)[] = [];
  afterEach(async () => {
    for (const { child } of running.splice(0)) child.kill('SIGKILL');
    for (const close of closing.splice(0)) await close();
  });
  const start = (variables: Readonly<Record<string, string>>, ...args: string[]) => {
    const broker = startServer('broker', variables, ...args);
    running.push(broker);
    return broker;
  };
  const publicUrl = 'http://localhost:4290/sign-in';

  /** The settings of a broker with a sandbox as its service, which listens. */
  const settings = async (wrap = (app: { fetch(request: Request): Promise<Response> }) => app) => {
    const parts = await openParts({ config: { publicUrl } });
    const { origin, close } = await listen(wrap(parts.service.sandbox));
    closing.push(close, () => parts.service.sandbox.close());
    return { parts, variables: variablesOf(parts, origin) };
  };

  /** A broker process and a listening sandbox, as a deployment. Its port is free, and its public address is not real. */
  const deploy = async (...wrap: Parameters<typeof settings>) => {
    const { parts, variables } = await settings(...wrap);
    const broker = start(variables);
    const [, address = ''] = await broker.printed(/ready at (http:\/\/127\.0\.0\.1:\d+) for http:\/\/localhost:4290\//);
    const fetchFrom = parts.capture.recording(async (request) => {
      const url = request.url.replace('http://localhost:4290', address);
      return fetch(url, await initOf(request, request.headers));
    });
    return { broker, address, deployment: { ...parts, fetch: fetchFrom, close: async () => undefined } };
  };

  it('[S58] logs no secret, token or query in a sign-in, a refresh and an error', async () => {
    const { broker, deployment } = await deploy();
    const [editor, browser] = [new TestEditor(deployment), new TestBrowser(deployment)];
    const callback = await browser.decide(await browser.start(editor.startUrl()));
    const page = await browser.open(callback);
    const tokens = await editor.redeem(codeOf(page));
    const renewed = await editor.refresh(tokens.handle);
    await failNextTokenRequest(deployment, { kind: 'cut', when: 'before' });
    await assert.rejects(editor.refresh(renewed.handle), { status: 502 });
    await assert.rejects(new TestEditor(deployment).redeem(codeOf(page)), { status: 400 });
    broker.child.kill('SIGTERM');
    const { code, stdout, stderr } = await broker.ended;
    assert.deepEqual([code, stderr], [0, '']);
    assert.match(stdout, /"problem":"refresh unreachable: [A-Z_]+"/);
    const { capture } = deployment;
    capture.accessTokens.add(tokens.accessToken).add(renewed.accessToken);
    capture.log.push(stdout);
    assert.equal(stdout.trim().split('\n').length, 9, 'two lines at the start, six requests, one problem');
    capture.assertNoLeak();
  });

  it('shows its metrics at a port of their own, if it has one', async () => {
    const broker = start((await settings()).variables);
    const [, metrics = ''] = await broker.printed(/metrics at (http:\/\/127\.0\.0\.1:\d+\/metrics)\n/);
    const [, origin = ''] = await broker.printed(/ready at (\S+) for/);
    assert.notEqual(new URL(metrics).origin, origin);
    assert.equal((await fetch(`${origin}/metrics`)).status, 404);
    const response = await fetch(metrics);
    assert.equal(response.status, 200);
    assert.match(await response.text(), /^roomside_broker_requests_total\{route="\(unknown\)",status="404"\} 1$/m);
    broker.child.kill('SIGTERM');
    assert.equal((await broker.ended).code, 0);
  });

  it('goes on when the reader of its log has gone', async () => {
    const { broker, address } = await deploy();
    for (const name of ['stdout', 'stderr'] as const) broker.child[name].destroy();
    for (let count = 0; count < 3; count += 1) assert.equal((await fetch(`${address}/healthz`)).status, 200);
    broker.child.kill('SIGTERM');
    assert.deepEqual(await once(broker.child, 'exit'), [0, null]);
  });

  it('says at the start which proxy it uses, without its password', async () => {
    const proxied = {
      BROKER_UPSTREAM_URL: 'https://api.example.com',
      HTTPS_PROXY: 'http://ada:pass@proxy.example:3128',
    };
    const broker = start({ ...(await settings()).variables, ...proxied });
    await broker.printed(/through the proxy proxy\.example:3128, .+\n.+\n.* ready at /);
    assert.ok(!broker.output.stdout.includes('pass'));
  });

  it('finishes active requests before it ends, and accepts no new ones', async () => {
    const arrived = Promise.withResolvers<void>();
    const goOn = Promise.withResolvers<void>();
    let isHeld = false;
    const { broker, deployment, address } = await deploy((app) => ({
      async fetch(request) {
        if (isHeld) {
          arrived.resolve();
          await goOn.promise;
        }
        return app.fetch(request);
      },
    }));
    const [editor, browser] = [new TestEditor(deployment), new TestBrowser(deployment)];
    const tokens = await editor.redeem(codeOf(await browser.signIn(editor.startUrl())));
    isHeld = true;
    const refreshing = editor.refresh(tokens.handle);
    await arrived.promise;
    broker.child.kill('SIGTERM');
    // A new connection each time, because an old one may stay open.
    const ask = () => fetch(`${address}/healthz`, { headers: { connection: 'close' } }).catch(() => undefined);
    while ((await ask()) !== undefined);
    goOn.resolve();
    assert.ok((await refreshing).accessToken);
    assert.equal((await broker.ended).code, 0);
  });

  it('[S59] ends with 2 and one line for a bad configuration, and with 0 for a good one with --check', async () => {
    const { variables } = await settings();
    for (const args of [[], ['--check']]) {
      const { code, stdout, stderr } = await start({ ...variables, BROKER_SEAL_KEYS: 'k1:short' }, ...args).ended;
      assert.deepEqual([code, stdout], [2, '']);
      assert.match(stderr, /^roomside broker: [^\n]*BROKER_[A-Z_]+[^\n]+\n$/);
    }
    const { code, stdout, stderr } = await start(variables, '--check').ended;
    assert.deepEqual([code, stderr], [0, '']);
    assert.match(stdout, /Redirect URI: +http:\/\/localhost:4290\/sign-in\/callback /);
    for (const name of ['BROKER_CLIENT_SECRET', 'BROKER_SEAL_KEYS']) {
      assert.ok(!stdout.includes(variables[name]?.split(':').at(-1) ?? '-'), name);
    }
  });
});
