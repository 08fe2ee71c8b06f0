import assert from 'node:assert/strict';
import { tlsFacts, tlsProblem } from '../../../../src/platform/http/nodeRequest.ts';

const certificate = { subject: { CN: 'api.example.com' }, subjectaltname: 'DNS:api.example.com, IP Address:192.0.2.1' };

/** A TLS socket as far as it is read. */
function socketOf(fields: object) {
  const socket = { authorized: true, getProtocol: () => 'TLSv1.3', getPeerCertificate: () => certificate, ...fields };
  return socket as unknown as Parameters<typeof tlsProblem>[0];
}

describe('A TLS connection', () => {
  for (const [problem, fields] of [
    [undefined, {}],
    [undefined, { getProtocol: () => 'TLSv1.2' }],
    ['ERR_SSL_UNSUPPORTED_PROTOCOL', { getProtocol: () => 'TLSv1.1' }],
    ['ERR_SSL_UNSUPPORTED_PROTOCOL', { getProtocol: () => null }],
    ['CERT_HAS_EXPIRED', { authorized: false, authorizationError: 'CERT_HAS_EXPIRED' }],
    ['CERT_UNTRUSTED', { authorized: false }],
    ['ERR_TLS_CERT_ALTNAME_INVALID', { getPeerCertificate: () => ({}) }],
    ['ERR_TLS_CERT_ALTNAME_INVALID', { getPeerCertificate: () => ({ subjectaltname: 'DNS:*.example.org' }) }],
  ] as const) {
    it(`${problem ? `must not be used: ${problem}` : 'may be used'} (${JSON.stringify(fields)})`, () => {
      assert.equal(tlsProblem(socketOf(fields), 'api.example.com'), problem);
    });
  }

  it('may be used for the names and addresses of its certificate only', () => {
    const problemOf = (host: string) => tlsProblem(socketOf({}), host);
    for (const own of ['api.example.com', 'API.example.com', '192.0.2.1']) assert.equal(problemOf(own), undefined, own);
    for (const other of ['example.com', 'a.api.example.com', 'api.example.com.evil', '192.0.2.2', '::1', '']) {
      assert.equal(problemOf(other), 'ERR_TLS_CERT_ALTNAME_INVALID', other);
    }
  });

  for (const [what, issuer, expected] of [
    ['organization', { O: 'Example', CN: 'Root' }, 'Example'],
    ['common name', { CN: 'Root' }, 'Root'],
    ['several names', { O: ['Example', 'Other'] }, 'Example, Other'],
    ['nothing', undefined, undefined],
  ] as const) {
    it(`names the issuer of its certificate by ${what}`, () => {
      assert.equal(tlsFacts(socketOf({ getPeerCertificate: () => ({ issuer }) })).issuer, expected);
    });
  }
});
