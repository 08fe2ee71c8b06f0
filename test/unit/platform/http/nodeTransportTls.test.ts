import assert from 'node:assert/strict';
import type { ServerResponse } from 'node:http';
import * as https from 'node:https';
import tls from 'node:tls';
import { probeAddress } from '../../../../src/platform/http/nodeProbe.ts';
import { createNodeTransport } from '../../../../src/platform/http/nodeTransport.ts';
import { textOf } from '../../core/api/scriptedSend.ts';
import { certificate, type RawServer, useAuthorities, useServers } from './rawServer.ts';

/** Sets properties of an object until the end of the test. */
function useProperties(): (target: object, properties: Readonly<Record<string, unknown>>) => void {
  const undo: (() => void)[] = [];
  afterEach(() => {
    for (const each of undo.splice(0).reverse()) each();
  });
  return (target, properties) => {
    for (const [name, value] of Object.entries(properties)) {
      const before = Object.getOwnPropertyDescriptor(target, name);
      undo.push(() => (before ? Reflect.set(target, name, before.value) : Reflect.deleteProperty(target, name)));
      assert.ok(Reflect.set(target, name, value));
    }
  };
}

describe('The node transport over TLS', () => {
  const { listenHttps } = useServers();
  const set = useProperties();
  const headers = { authorization: 'Bearer a-token' };
  let requests = 0;

  async function listen(options: https.ServerOptions = {}): Promise<RawServer> {
    requests = 0;
    const answer = (_: unknown, response: ServerResponse): void => {
      requests += 1;
      response.end();
    };
    return listenHttps('localhost', answer, options);
  }

  async function assertRefused({ origin }: RawServer, failure: object): Promise<void> {
    const url = origin.replace('127.0.0.1', 'localhost');
    const facts = { kind: 'tls', mayHaveBeenProcessed: false, ...failure };
    await assert.rejects(createNodeTransport()({ method: 'GET', url, headers }), facts);
    await assert.rejects(probeAddress(url, new AbortController().signal), { kind: 'tls', ...failure });
    assert.equal(requests, 0);
  }

  it('verifies certificates in spite of NODE_TLS_REJECT_UNAUTHORIZED=0', async () => {
    set(process.env, { NODE_TLS_REJECT_UNAUTHORIZED: '0' });
    await assertRefused(await listen(), { code: 'DEPTH_ZERO_SELF_SIGNED_CERT' });
  });

  it('sends nothing when another extension has switched verification off for the global agent', async () => {
    set(https.globalAgent.options, { rejectUnauthorized: false });
    await assertRefused(await listen(), { code: 'DEPTH_ZERO_SELF_SIGNED_CERT' });
  });

  it('sends nothing on a kept connection that another extension made without verification', async () => {
    set(https.globalAgent.options, { rejectUnauthorized: false, minVersion: 'TLSv1.2' });
    const server = await listen();
    const url = server.origin.replace('127.0.0.1', 'localhost');
    const foreign = Promise.withResolvers<void>();
    const { hostname, port } = new URL(url);
    https.get({ hostname, port, path: '/' }, (message) => message.resume().once('close', () => foreign.resolve()));
    await foreign.promise;
    assert.equal(requests, 1);
    requests = 0;
    await assertRefused(server, { code: 'DEPTH_ZERO_SELF_SIGNED_CERT' });
  });

  describe('with an authority that the computer trusts', () => {
    useAuthorities('localhost');

    it('keeps the connection if the certificate is for the host', async () => {
      const server = await listen();
      const send = createNodeTransport();
      const url = server.origin.replace('127.0.0.1', 'localhost');
      for (let count = 0; count < 2; count += 1)
        assert.equal(await textOf(await send({ method: 'GET', url, headers })), '');
      assert.deepEqual([requests, server.connections()], [2, 1]);
    });

    it('checks the name itself when another extension has replaced the check of the global agent', async () => {
      set(https.globalAgent.options, { ca: certificate('otherName'), checkServerIdentity: () => undefined });
      const server = await listen({ cert: certificate('otherName') });
      await assertRefused(server, { code: 'ERR_TLS_CERT_ALTNAME_INVALID' });
    });

    for (const maxVersion of ['TLSv1.2', 'TLSv1.3'] as const) {
      it(`resumes no session of ${maxVersion}, which would have no certificate to check`, async () => {
        const resumed: boolean[] = [];
        const server = await listen({ maxVersion });
        server.onTls((socket) => resumed.push(socket.isSessionReused()));
        const url = server.origin.replace('127.0.0.1', 'localhost');
        for (let count = 0; count < 2; count += 1) {
          const response = await createNodeTransport()({
            method: 'GET',
            url,
            headers: { ...headers, connection: 'close' },
          });
          assert.equal(response.status, 200);
          for await (const _ of response.body);
        }
        assert.deepEqual([requests, resumed], [2, [false, false]]);
      });
    }
  });

  describe('with a service that supports at most TLS 1.1', () => {
    useAuthorities('localhost');
    const ciphers = 'DEFAULT@SECLEVEL=0';
    const old = { ciphers, minVersion: 'TLSv1', maxVersion: 'TLSv1.1' } as const;

    it('refuses it even if the process allows it', async () => {
      set(tls, { DEFAULT_MIN_VERSION: 'TLSv1' });
      set(https.globalAgent.options, { ciphers });
      await assertRefused(await listen(old), {});
    });

    it('refuses it even if the global agent allows it', async () => {
      set(https.globalAgent.options, { ciphers, minVersion: 'TLSv1' });
      await assertRefused(await listen(old), { code: 'ERR_SSL_UNSUPPORTED_PROTOCOL' });
    });
  });
});
