import type { ConnectionProblem } from '../../core/api/errors.ts';

const tlsCodes = new Set([
  'DEPTH_ZERO_SELF_SIGNED_CERT',
  'SELF_SIGNED_CERT_IN_CHAIN',
  'UNABLE_TO_VERIFY_LEAF_SIGNATURE',
  'UNABLE_TO_GET_ISSUER_CERT',
  'UNABLE_TO_GET_ISSUER_CERT_LOCALLY',
  'HOSTNAME_MISMATCH',
  'INVALID_CA',
  'INVALID_PURPOSE',
  'PATH_LENGTH_EXCEEDED',
  'EPROTO',
]);
const tlsPrefixes = [
  'ERR_TLS_',
  'ERR_SSL_',
  'CERT_',
  'CRL_',
  'ERROR_IN_CERT_',
  'UNABLE_TO_DECRYPT_',
  'UNABLE_TO_DECODE_',
];
const unreachableCodes = new Set([
  'ECONNREFUSED',
  'ENOTFOUND',
  'EAI_AGAIN',
  'EAI_FAIL',
  'EAI_NODATA',
  'EHOSTUNREACH',
  'ENETUNREACH',
  'ENETDOWN',
  'EADDRNOTAVAIL',
]);
const timeoutCodes = new Set(['ETIMEDOUT', 'ESOCKETTIMEDOUT']);

/** What an error of node:http(s) says about the connection, with its code or that of its cause. */
export function connectionProblemOf(error: Error): { readonly kind: ConnectionProblem; readonly code: string } {
  const code = codeOf(error) ?? 'UNKNOWN';
  return { kind: kindOf(code), code };
}

function kindOf(code: string): ConnectionProblem {
  if (tlsCodes.has(code) || tlsPrefixes.some((prefix) => code.startsWith(prefix))) return 'tls';
  if (timeoutCodes.has(code)) return 'timeout';
  return unreachableCodes.has(code) ? 'unreachable' : 'cut';
}

function codeOf(error: unknown): string | undefined {
  if (!(error instanceof Error)) return undefined;
  return 'code' in error && typeof error.code === 'string' ? error.code : codeOf(error.cause);
}
