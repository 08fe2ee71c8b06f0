import assert from 'node:assert/strict';
import { connectionProblemOf } from '../../../../src/platform/http/connectionErrors.ts';

const raw = (code: string): Error => Object.assign(new Error('secret words'), { code });

describe('A raw error of node:http(s)', () => {
  const kinds = {
    unreachable: ['ECONNREFUSED', 'ENOTFOUND', 'EAI_AGAIN', 'EHOSTUNREACH', 'ENETUNREACH', 'EADDRNOTAVAIL'],
    cut: ['ECONNRESET', 'EPIPE', 'HPE_INVALID_CONSTANT', 'ERR_STREAM_PREMATURE_CLOSE', 'ECERT_'],
    timeout: ['ETIMEDOUT', 'ESOCKETTIMEDOUT'],
    tls: [
      ...['DEPTH_ZERO_SELF_SIGNED_CERT', 'CERT_HAS_EXPIRED', 'UNABLE_TO_VERIFY_LEAF_SIGNATURE', 'EPROTO'],
      ...['ERR_SSL_WRONG_VERSION_NUMBER', 'ERR_TLS_CERT_ALTNAME_INVALID', 'UNABLE_TO_GET_ISSUER_CERT_LOCALLY'],
      ...['SELF_SIGNED_CERT_IN_CHAIN', 'HOSTNAME_MISMATCH', 'UNABLE_TO_DECODE_ISSUER_PUBLIC_KEY', 'INVALID_CA'],
    ],
  };
  for (const [kind, codes] of Object.entries(kinds)) {
    it(`is reported as ${kind} by its code, or that of its cause`, () => {
      for (const code of codes) {
        assert.deepEqual(connectionProblemOf(raw(code)), { kind, code });
        assert.deepEqual(connectionProblemOf(new Error('wrapped', { cause: raw(code) })), { kind, code });
      }
    });
  }

  it('without a code counts as cut', () => {
    assert.deepEqual(connectionProblemOf(new TypeError('x')), { kind: 'cut', code: 'UNKNOWN' });
  });
});
