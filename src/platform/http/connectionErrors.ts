import type { ConnectionProblem } from '../../core/api/errors.ts';

/** Any other code means that the connection was cut. */
const problems: readonly (readonly [ConnectionProblem, RegExp])[] = [
  ['tls', /^(?:ERR_TLS_|ERR_SSL_|CERT_|CRL_|ERROR_IN_CERT_|UNABLE_TO_DE(?:CRYPT|CODE)_|EPROTO$)/],
  ['tls', /^(?:DEPTH_ZERO_SELF_SIGNED_CERT|SELF_SIGNED_CERT_IN_CHAIN|UNABLE_TO_VERIFY_LEAF_SIGNATURE)$/],
  ['tls', /^(?:UNABLE_TO_GET_ISSUER_CERT(?:_LOCALLY)?|HOSTNAME_MISMATCH|INVALID_(?:CA|PURPOSE)|PATH_LENGTH_EXCEEDED)$/],
  ['timeout', /^E(?:SOCKET)?TIMEDOUT$/],
  ['unreachable', /^(?:ECONNREFUSED|ENOTFOUND|EAI_(?:AGAIN|FAIL|NODATA)|E(?:HOST|NET)UNREACH|ENETDOWN|EADDRNOTAVAIL)$/],
];

/** What an error of node:http(s) says about the connection, with its code or that of its cause. */
export function connectionProblemOf(error: Error): { readonly kind: ConnectionProblem; readonly code: string } {
  const code = codeOf(error) ?? 'UNKNOWN';
  return { kind: problems.find(([, codes]) => codes.test(code))?.[0] ?? 'cut', code };
}

function codeOf(error: unknown): string | undefined {
  if (!(error instanceof Error)) return undefined;
  return 'code' in error && typeof error.code === 'string' ? error.code : codeOf(error.cause);
}
