import assert from 'node:assert/strict';
import { once } from 'node:events';
import { readFile } from 'node:fs/promises';
import * as http from 'node:http';
import * as https from 'node:https';
import { type AddressInfo, connect, type Server } from 'node:net';
import path from 'node:path';
import { text } from 'node:stream/consumers';
import { extensions } from 'vscode';
import { jsonBody } from '../../src/core/api/requestBody.ts';
import { createNodeTransport } from '../../src/platform/http/nodeTransport.ts';
import { setUserSetting } from '../support/host/userSetting.ts';

const tlsFolder = path.join(
  extensions.getExtension('roomside.roomside')?.extensionPath ?? '',
  'test',
  'support',
  'fakes',
  'tls',
);
const madeUpHost = 'service.roomside.invalid';
const send = createNodeTransport();

describe('The transport inside VS Code', () => {
  const servers: (Server | http.Server)[] = [];
  const listening = async <S extends Server | http.Server>(server: S): Promise<S> => {
    servers.push(server.listen(0, '127.0.0.1'));
    await once(server, 'listening');
    return server;
  };
  const portOf = (server: Server | http.Server): number => (server.address() as AddressInfo).port;
  const secureServer = async (certificate: string): Promise<https.Server> => {
    const [key, cert] = await Promise.all(
      ['key', certificate].map((name) => readFile(path.join(tlsFolder, `${name}.pem`))),
    );
    return listening(https.createServer({ key, cert }, (_, response) => response.end('{}')));
  };
  const useProxy = async (port: number | undefined): Promise<void> => {
    const address = port === undefined ? undefined : `http://127.0.0.1:${port}`;
    await setUserSetting('http.proxy', address);
  };
  const dispatchers = (): readonly unknown[] =>
    [1, 2].map((version) => Reflect.get(globalThis, Symbol.for(`undici.globalDispatcher.${version}`)));

  afterEach(async () => {
    await useProxy(undefined);
    for (const server of servers.splice(0)) {
      if ('closeAllConnections' in server) server.closeAllConnections();
      server.close();
    }
  });

  it("sends requests with their body through VS Code's proxy, and keeps the shared dispatcher", async () => {
    const asked: { url?: string | undefined; body: string }[] = [];
    const proxy = http.createServer((request, response) => {
      void text(request).then((body) => {
        asked.push({ url: request.url, body });
        response.writeHead(201, { 'content-type': 'application/json' }).end('{"id":"m1"}');
      });
    });
    await useProxy(portOf(await listening(proxy)));
    const before = dispatchers();
    const url = `http://${madeUpHost}/v1/messages`;
    const answer = await send({ method: 'POST', url, body: jsonBody({ roomId: 'r1', text: 'Naïve 潮汐' }) });
    assert.equal(answer.status, 201);
    assert.equal(await text(answer.body), '{"id":"m1"}');
    assert.deepEqual(asked, [{ url, body: '{"roomId":"r1","text":"Naïve 潮汐"}' }]);
    for (const [index, dispatcher] of dispatchers().entries()) assert.equal(dispatcher, before[index]);
  });

  it('uses TLS with the service through the proxy, and rejects an untrusted certificate', async () => {
    const service = await secureServer('localhost');
    const tunnels: string[] = [];
    const proxy = http.createServer();
    proxy.on('connect', (request, client) => {
      tunnels.push(request.url ?? '');
      const onward = connect(portOf(service), '127.0.0.1', () => {
        client.write('HTTP/1.1 200 OK\r\n\r\n');
        client.pipe(onward).pipe(client);
      });
      onward.on('error', () => client.destroy());
      client.on('error', () => onward.destroy());
    });
    await useProxy(portOf(await listening(proxy)));
    await assert.rejects(send({ method: 'GET', url: `https://${madeUpHost}/v1/rooms` }), {
      name: 'ConnectionError',
      kind: 'tls',
      host: madeUpHost,
      mayHaveBeenProcessed: false,
    });
    assert.deepEqual(tunnels, [`${madeUpHost}:443`]);
  });

  it('never uses the proxy for this computer', async () => {
    const proxy = await listening(http.createServer((_, response) => response.writeHead(502).end()));
    const service = await listening(http.createServer((_, response) => response.end('direct')));
    await useProxy(portOf(proxy));
    const answer = await send({ method: 'GET', url: `http://127.0.0.1:${portOf(service)}/` });
    assert.equal(await text(answer.body), 'direct');
  });

  for (const certificate of ['localhost', 'otherName']) {
    it(`rejects a server with an untrusted certificate (${certificate}), and sends it nothing`, async () => {
      const service = await secureServer(certificate);
      let requests = 0;
      service.on('request', () => {
        requests += 1;
      });
      const url = `https://localhost:${portOf(service)}/v1/rooms`;
      const headers = { authorization: 'Bearer a-token' };
      await assert.rejects(send({ method: 'GET', url, headers }), { kind: 'tls', mayHaveBeenProcessed: false });
      assert.equal(requests, 0);
    });
  }
});
