import assert from 'node:assert/strict';
import { once } from 'node:events';
import { readFile } from 'node:fs/promises';
import * as http from 'node:http';
import * as https from 'node:https';
import type { AddressInfo, Server } from 'node:net';
import path from 'node:path';
import { text } from 'node:stream/consumers';
import * as tls from 'node:tls';
import { extensions } from 'vscode';
import { jsonBody } from '../../src/core/api/requestBody.ts';
import { probeAddress } from '../../src/platform/http/nodeProbe.ts';
import { createNodeTransport } from '../../src/platform/http/nodeTransport.ts';
import { type ConnectProxy, startConnectProxy } from '../support/host/connectProxy.ts';
import { setUserSetting } from '../support/host/userSetting.ts';

const extensionPath = extensions.getExtension('roomside.roomside')?.extensionPath ?? '';
const tlsFolder = path.join(extensionPath, 'test', 'support', 'fakes', 'tls');
/** The host name in the certificate. Only a proxy can connect to it. */
const host = 'other.example';
const url = `https://${host}/v1/messages`;
const { signal } = new AbortController();

describe('The transport inside VS Code', () => {
  const send = createNodeTransport();
  const trusted = tls.getCACertificates('default');
  const requests: string[] = [];
  let service: https.Server;
  let trust: () => void;
  let proxy: ConnectProxy | undefined;
  let plain: http.Server | undefined;

  const portOf = (server: Server): number => (server.address() as AddressInfo).port;
  const answer: http.RequestListener = (request, response) => {
    void text(request).then((body) => {
      requests.push(`${request.method} ${body}`);
      response.writeHead(201, { 'content-type': 'application/json' }).end('{"id":"m1"}');
    });
  };
  const useSettings = async (support: string | undefined, address: string | undefined): Promise<void> => {
    await setUserSetting('http.proxySupport', support);
    await setUserSetting('http.proxy', address);
  };
  const useProxy = async (support: string, requiredCredentials?: string, given = ''): Promise<ConnectProxy> => {
    proxy = await startConnectProxy(portOf(service), requiredCredentials);
    await useSettings(support, `http://${given}127.0.0.1:${proxy.port}`);
    return proxy;
  };
  const post = async (): Promise<number> => {
    const response = await send({ method: 'POST', url, body: jsonBody({ text: 'Naïve 潮汐' }) });
    assert.equal(await text(response.body), '{"id":"m1"}');
    return response.status;
  };

  /** Starts a server of this computer without TLS. Not at 127.0.0.1, for which VS Code has special rules. */
  const startPlain = async (listener: http.RequestListener, address = '127.0.0.2'): Promise<http.Server> => {
    plain = http.createServer(listener).listen(0, address);
    await once(plain, 'listening');
    return plain;
  };

  /** Sends ten requests to a server without TLS, and counts the connections. */
  const connectionsOfTen = async (): Promise<number> => {
    let connections = 0;
    const server = await startPlain(answer);
    server.on('connection', () => {
      connections += 1;
    });
    const direct = `http://127.0.0.2:${portOf(server)}/`;
    for (let index = 0; index < 10; index += 1) await text((await send({ method: 'GET', url: direct })).body);
    assert.equal(requests.length, 10);
    return connections;
  };

  const dispatchers = (): readonly unknown[] =>
    [1, 2].map((version) => Reflect.get(globalThis, Symbol.for(`undici.globalDispatcher.${version}`)));

  before(async () => {
    const [key, cert, localhost] = await Promise.all(
      ['key', 'otherName', 'localhost'].map((name) => readFile(path.join(tlsFolder, `${name}.pem`), 'utf8')),
    );
    trust = () => tls.setDefaultCACertificates([...trusted, cert ?? '', localhost ?? '']);
    trust();
    service = https.createServer({ key, cert }, answer).listen(0, '127.0.0.1');
    await once(service, 'listening');
  });
  afterEach(async () => {
    proxy?.close();
    proxy = undefined;
    plain?.closeAllConnections();
    plain?.close();
    plain = undefined;
    requests.length = 0;
    trust();
  });
  after(async () => {
    await useSettings(undefined, undefined);
    tls.setDefaultCACertificates(trusted);
    service.closeAllConnections();
    service.close();
  });

  for (const support of ['on', 'fallback', 'override']) {
    it(`sends everything through the proxy with http.proxySupport "${support}"`, async () => {
      const { asked, port } = await useProxy(support);
      assert.equal(await post(), 201);
      assert.deepEqual(requests, ['POST {"text":"Naïve 潮汐"}']);
      const { status, proxyHost, tls: facts } = await probeAddress(url, signal);
      assert.deepEqual([status, proxyHost], [201, `127.0.0.1:${port}`]);
      assert.equal(facts?.serverName, host);
      assert.deepEqual(asked, [`${host}:443`, `${host}:443`]);
    });
  }

  it('sends user name and password to a proxy', async () => {
    const { credentials } = await useProxy('override', 'ada:pa ss', 'ada:pa%20ss@');
    assert.equal(await post(), 201);
    assert.deepEqual(credentials, [`Basic ${Buffer.from('ada:pa ss').toString('base64')}`]);
  });

  it('reports a proxy that cannot be reached', async () => {
    const { port, close } = await useProxy('override');
    close();
    const proxyHost = `127.0.0.1:${port}`;
    const failure = { kind: 'proxy', code: 'ECONNREFUSED', host, proxyHost, mayHaveBeenProcessed: false };
    await assert.rejects(post(), failure);
    await assert.rejects(probeAddress(url, signal), failure);
  });

  it('connects directly with http.proxySupport "off"', async () => {
    const { asked } = await useProxy('off');
    await assert.rejects(post(), { kind: 'unreachable', host, proxyHost: undefined, mayHaveBeenProcessed: false });
    assert.deepEqual(asked, []);
    assert.equal(await connectionsOfTen(), 1);
  });

  it('reports that the proxy requires authentication', async () => {
    const { asked, port } = await useProxy('override', 'ada:secret');
    const failure = { kind: 'proxy', proxyStatus: 407, proxyHost: `127.0.0.1:${port}`, mayHaveBeenProcessed: false };
    await assert.rejects(post(), failure);
    assert.equal(asked.length, 1);
    assert.deepEqual(requests, []);
  });

  it('sends a request without TLS through the proxy as well, and keeps the shared dispatcher', async () => {
    const asked: (string | undefined)[] = [];
    const server = await startPlain((request, response) => {
      asked.push(request.url);
      answer(request, response);
    });
    await useSettings('override', `http://127.0.0.2:${portOf(server)}`);
    const before = dispatchers();
    const plainUrl = 'http://service.roomside.invalid/v1/messages';
    const { status, body } = await send({ method: 'POST', url: plainUrl, body: jsonBody({ text: 'Naïve 潮汐' }) });
    assert.deepEqual([status, await text(body)], [201, '{"id":"m1"}']);
    assert.deepEqual([asked, requests], [[plainUrl], ['POST {"text":"Naïve 潮汐"}']]);
    for (const [index, dispatcher] of dispatchers().entries()) assert.equal(dispatcher, before[index]);
  });

  it('never uses the proxy for this computer', async () => {
    const { asked } = await useProxy('override');
    const server = await startPlain((_, response) => response.end('direct'), '127.0.0.1');
    const { body } = await send({ method: 'GET', url: `http://127.0.0.1:${portOf(server)}/` });
    assert.deepEqual([await text(body), asked], ['direct', []]);
  });

  it('rejects an untrusted certificate, also through the proxy, and sends nothing', async () => {
    tls.setDefaultCACertificates(trusted);
    const failure = { name: 'ConnectionError', kind: 'tls', mayHaveBeenProcessed: false };
    const { asked } = await useProxy('override');
    await assert.rejects(post(), { ...failure, host });
    assert.deepEqual(asked, [`${host}:443`]);
    await assert.rejects(send({ method: 'GET', url: `https://localhost:${portOf(service)}/v1/rooms` }), failure);
    assert.deepEqual(requests, []);
  });
});
