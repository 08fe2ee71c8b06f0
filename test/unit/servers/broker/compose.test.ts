import assert from 'node:assert/strict';
import { once } from 'node:events';
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { request as httpsRequest } from 'node:https';
import path from 'node:path';
import { newSealKey } from '../../../../src/servers/broker/config/sealKeys.ts';
import { shutdownGraceMs } from '../../../../src/servers/broker/timeouts.ts';
import { listen } from '../../../../src/servers/listen.ts';
import { findOnPath } from '../../../support/harness/findOnPath.ts';
import { freePort } from '../../../support/harness/freePort.ts';
import { createTemporaryFolder } from '../../../support/harness/temporaryFolder.ts';
import { needs } from '../../../support/needs.ts';
import { projectRoot, projectText } from '../../project/projectFiles.ts';
import { type ServerProcess, startProgram, startServer } from '../serverProcess.ts';
import { secretFolder, services } from './composeFile.ts';
import { openParts, variablesOf, type WalkedDeployment } from './deployment.ts';
import { hasRedis } from './redisServer.ts';
import { codeOf, TestBrowser } from './testBrowser.ts';
import { TestEditor } from './testEditor.ts';

const caddy = findOnPath(['caddy']);

/** Sends a request and trusts only this authority. */
async function fetchWith(authority: string, request: Request): Promise<Response> {
  const sent = httpsRequest(request.url, {
    method: request.method,
    headers: Object.fromEntries(request.headers),
    ca: readFileSync(authority),
    agent: false,
  });
  sent.end(Buffer.from(await request.arrayBuffer()));
  const [answer] = await once(sent, 'response');
  const body = Buffer.concat(await answer.toArray());
  const headers = new Headers();
  for (let at = 0; at < answer.rawHeaders.length; at += 2)
    headers.append(answer.rawHeaders[at], answer.rawHeaders[at + 1]);
  return new Response(body, { status: answer.statusCode, headers });
}

needs('Redis', hasRedis).describe('the parts of docker/compose.yaml', function () {
  this.timeout(60_000);

  it('are two equal replicas that stop in time', () => {
    assert.deepEqual(services['broker-1'], services['broker-2']);
    assert.equal(services['broker-1'].stop_grace_period, '45s', 'as docs/broker.md says');
    assert.ok(shutdownGraceMs < 45_000);
  });

  it('see their own secrets only, and none is root', () => {
    assert.deepEqual(services['broker-1'].secrets, ['client-secret', 'seal-keys', 'redis-url']);
    assert.deepEqual([services.redis.secrets, services.redis.user], [['redis-password'], '1000:1000']);
    assert.match(projectText('docker/broker.Dockerfile'), /^USER 1000$/m);
    for (const { volumes = [] } of Object.values(services)) assert.doesNotMatch(volumes.join(), /secret/);
  });

  needs('Caddy', caddy !== undefined).describe('as processes', () => {
    const folder = createTemporaryFolder('roomside-compose-');
    const secrets = path.join(folder.path, 'secrets');
    const authority = path.join(folder.path, 'data/caddy/pki/authorities/local/root.crt');
    const others: ServerProcess[] = [];
    const brokers: ServerProcess[] = [];
    const closing: (() => Promise<unknown>)[] = [];
    let deployment: WalkedDeployment;

    const secretFile = (name: string, content: string): void => writeFileSync(path.join(secrets, name), content);
    const inFolder = (text: string): string => text.replaceAll(secretFolder, secrets);

    async function startBrokers(publicUrl: string): Promise<readonly string[]> {
      const parts = await openParts({ config: { publicUrl, requestsPerMinute: 20 } });
      const { service, capture, config } = parts;
      const upstream = await listen(service.sandbox);
      closing.push(() => upstream.close());
      closing.push(() => service.sandbox.close());
      secretFile('client-secret', config.upstream.clientSecret);
      deployment = {
        ...{ publicUrl, service, capture },
        fetch: capture.recording((request) => fetchWith(authority, request)),
      };
      const fromFile = Object.entries(services['broker-1'].environment).map(([name, value]) => [name, inFolder(value)]);
      const { BROKER_CLIENT_SECRET: _secret, BROKER_SEAL_KEYS: _keys, ...own } = variablesOf(parts, upstream.origin);
      const variables = { ...own, ...Object.fromEntries(fromFile), BROKER_METRICS_PORT: '0' };
      brokers.push(startServer('broker', variables), startServer('broker', variables));
      const ready = await Promise.all(brokers.map((broker) => broker.printed(/ready at http:\/\/(\S+) for/)));
      return ready.map(([, address = '']) => address);
    }

    before(async () => {
      mkdirSync(secrets);
      const [port, redisPort, httpPort] = [await freePort(), await freePort(), await freePort()];
      secretFile('redis-password', 'the-password\n');
      secretFile('redis-url', `redis://:the-password@127.0.0.1:${redisPort}\n`);
      secretFile('seal-keys', newSealKey(new Date()));
      const [, redis = ''] = /^sh -c '(.+)'$/.exec(services.redis.command) ?? [];
      const here = ` --bind 127.0.0.1 --port ${redisPort} --dir ${folder.path}`;
      others.push(startProgram(['sh', '-c', inFolder(redis).replaceAll('$$', '$') + here]));
      await others[0]?.printed(/Ready to accept connections/);
      const site = `https://localhost:${port}`;
      const replicas = await startBrokers(site);
      keepCertificateFolder();
      const proxy = startProgram([caddy ?? '', 'run', '--config', path.join(projectRoot, 'docker/Caddyfile')], {
        ...{ PATH: process.env.PATH, HOME: folder.path, BROKER_SITE: site, BROKER_REPLICAS: replicas.join(' ') },
        ...{ HTTP_PORT: String(httpPort), HTTPS_PORT: String(port) },
        ...{ XDG_DATA_HOME: path.join(folder.path, 'data'), XDG_CONFIG_HOME: path.join(folder.path, 'config') },
      });
      others.push(proxy);
      await proxy.printed(/certificate obtained successfully/);
      assert.ok(existsSync(authority));
      while (!(await hasCertificate(site)));
    });

    /**
     * When it starts, Caddy cleans its data while it obtains its certificate: where the cleaning finds the folder empty, it
     * deletes the folder below the certificate, and Caddy tries again a minute later.
     */
    function keepCertificateFolder(): void {
      const certificates = path.join(folder.path, 'data/caddy/certificates/local/localhost');
      mkdirSync(certificates, { recursive: true });
      writeFileSync(path.join(certificates, 'keep'), '');
    }

    /** The proxy obtains its certificate a moment before it uses it. */
    async function hasCertificate(site: string): Promise<boolean> {
      try {
        return (await deployment.fetch(new Request(`${site}/healthz`))).ok;
      } catch (error) {
        if ((error as NodeJS.ErrnoException).code === 'EPROTO') return false;
        throw error;
      }
    }

    after(async () => {
      for (const { child } of [...others, ...brokers]) child.kill('SIGKILL');
      for (const close of closing) await close();
      await folder.remove();
    });

    async function signInAndRefresh(): Promise<void> {
      const [editor, browser] = [new TestEditor(deployment), new TestBrowser(deployment)];
      const { handle } = await editor.redeem(codeOf(await browser.signIn(editor.startUrl())));
      assert.ok((await editor.refresh(handle)).accessToken);
    }

    it('[S61] sign in and refresh through the proxy, at both replicas', async () => {
      await signInAndRefresh();
      for (const { output } of brokers)
        assert.match(output.stdout, /"path":"\/(?:start|callback|token|refresh)","status":(?:200|303)/);
    });

    it('[S61] count the address that the proxy saw, for both together, whatever the client says it is', async () => {
      const statuses: number[] = [];
      for (let at = 0; at < 21; at += 1) {
        const headers = { 'x-forwarded-for': `192.0.2.${at}` };
        statuses.push((await deployment.fetch(new Request(`${deployment.publicUrl}/open`, { headers }))).status);
      }
      assert.deepEqual([statuses.indexOf(429), new Set(statuses.slice(0, 20))], [20, new Set([200])]);
    });

    it('[S61] go on while one replica is away', async () => {
      brokers[0]?.child.kill('SIGTERM');
      assert.equal((await brokers[0]?.ended)?.code, 0);
      await signInAndRefresh();
    });

    it('[S58] log no secret, token or query', () => {
      const { capture } = deployment;
      capture.log.push(...brokers.map(({ output }) => output.stdout));
      capture.assertNoLeak();
    });
  });
});
