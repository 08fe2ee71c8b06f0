import assert from 'node:assert/strict';
import { type ConnectionError, FileChangedError } from '../../../../src/core/api/errors.ts';
import type { SendRequest } from '../../../../src/core/api/send.ts';
import { CancelledError } from '../../../../src/core/base/errors.ts';
import { withConnectionErrors } from '../../../support/fakes/connectionErrors.ts';
import { brokenAnswer, textOf } from '../../core/api/scriptedSend.ts';

const request: SendRequest = { method: 'POST', url: 'https://api.example:8443/v1/messages?x=secret' };

function raw(code: string, more: object = {}): Error {
  return Object.assign(new Error('secret words'), { code }, more);
}

async function worded(error: Error, signal?: AbortSignal): Promise<unknown> {
  return withConnectionErrors(() => Promise.reject(error))(request, signal).then(
    () => undefined,
    (reason) => reason,
  );
}

describe('A raw error of a transport', () => {
  const cases: [Error, string, boolean][] = [
    [raw('ECONNREFUSED', { syscall: 'connect' }), 'unreachable', false],
    [raw('ENOTFOUND', { syscall: 'getaddrinfo' }), 'unreachable', false],
    [raw('EAI_AGAIN'), 'unreachable', false],
    [raw('EHOSTUNREACH', { syscall: 'connect' }), 'unreachable', false],
    [raw('ECONNRESET', { syscall: 'read' }), 'cut', true],
    [raw('ECONNRESET', { syscall: 'connect' }), 'cut', false],
    [raw('EPIPE', { syscall: 'write' }), 'cut', true],
    [raw('UND_ERR_SOCKET'), 'cut', true],
    [raw('HPE_INVALID_CONSTANT'), 'cut', true],
    [raw('ETIMEDOUT', { syscall: 'connect' }), 'timeout', false],
    [raw('UND_ERR_CONNECT_TIMEOUT'), 'timeout', false],
    [raw('UND_ERR_HEADERS_TIMEOUT'), 'timeout', true],
    [raw('DEPTH_ZERO_SELF_SIGNED_CERT'), 'tls', false],
    [raw('CERT_HAS_EXPIRED'), 'tls', false],
    [raw('UNABLE_TO_VERIFY_LEAF_SIGNATURE'), 'tls', false],
    [raw('ERR_SSL_WRONG_VERSION_NUMBER'), 'tls', false],
    [raw('EPROTO', { syscall: 'write' }), 'tls', false],
    [raw('ERR_TLS_CERT_ALTNAME_INVALID'), 'tls', false],
  ];
  for (const [error, kind, mayHaveBeenProcessed] of cases) {
    const { code, syscall = 'none' } = error as Error & { code: string; syscall?: string };
    it(`with code ${code} (${syscall}) is reported as ${kind}, ${mayHaveBeenProcessed ? 'may have arrived' : 'never arrived'}`, async () => {
      const { name, kind: told, mayHaveBeenProcessed: may, host, message } = (await worded(error)) as ConnectionError;
      assert.deepEqual([name, told, may, host], ['ConnectionError', kind, mayHaveBeenProcessed, 'api.example:8443']);
      assert.equal(message, `api.example:8443: ${kind} (${code})`);
    });
  }

  it('differs from a file that cannot be read, and from an internal error', async () => {
    const others = [
      raw('ENOENT', { path: '/home/a', syscall: 'open' }),
      new FileChangedError('a', '/home/a'),
      new TypeError('x'),
      raw('ERR_INVALID_ARG_TYPE'),
    ];
    for (const error of others) assert.equal(await worded(error), error);
  });

  it('is reported as cancelled after an abort, whatever the transport calls it', async () => {
    const abort = Object.assign(new Error('aborted'), { name: 'AbortError', code: 'UND_ERR_ABORTED' });
    assert.ok((await worded(abort)) instanceof CancelledError);
    assert.ok((await worded(raw('ECONNRESET'), AbortSignal.abort())) instanceof CancelledError);
  });

  it('inside a body is reported in the same way, after the data that arrived', async () => {
    const send = withConnectionErrors(async () => brokenAnswer(200, 'half', raw('UND_ERR_SOCKET')));
    await assert.rejects(textOf(await send(request)), {
      name: 'ConnectionError',
      kind: 'cut',
      mayHaveBeenProcessed: true,
    });
  });
});
