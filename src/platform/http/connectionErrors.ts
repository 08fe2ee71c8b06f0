import { ConnectionError, type ConnectionProblem } from '../../core/api/errors.ts';

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
const neverProcessedCodes = new Set([
  'ECONNREFUSED',
  'ENOTFOUND',
  'EAI_AGAIN',
  'EAI_FAIL',
  'EAI_NODATA',
  'EHOSTUNREACH',
  'ENETUNREACH',
  'ENETDOWN',
  'EADDRNOTAVAIL',
  'UND_ERR_CONNECT_TIMEOUT',
]);
const timeoutCodes = new Set([
  'ETIMEDOUT',
  'ESOCKETTIMEDOUT',
  'UND_ERR_CONNECT_TIMEOUT',
  'UND_ERR_HEADERS_TIMEOUT',
  'UND_ERR_BODY_TIMEOUT',
]);

/**
 * Converts a raw error of node:http(s) or undici to a `ConnectionError`. Returns `undefined` for other errors: file
 * errors have a `path`, internal errors have no code.
 * @param mayHaveBeenProcessed whether the request had a connection; if absent, it is derived from the code
 */
export function connectionFailure(
  error: unknown,
  host: string,
  mayHaveBeenProcessed?: boolean,
): ConnectionError | undefined {
  if (error instanceof ConnectionError) return error;
  const code = codeOf(error);
  if (code === undefined) return undefined;
  const kind = kindOf(code);
  const wasSent = mayHaveBeenProcessed ?? !(neverProcessedCodes.has(code) || kind === 'tls' || isConnecting(error));
  return new ConnectionError({ host, code, kind, mayHaveBeenProcessed: wasSent }, { cause: error });
}

function kindOf(code: string): ConnectionProblem {
  if (tlsCodes.has(code) || tlsPrefixes.some((prefix) => code.startsWith(prefix))) return 'tls';
  if (timeoutCodes.has(code)) return 'timeout';
  return neverProcessedCodes.has(code) ? 'unreachable' : 'cut';
}

function isConnecting(error: unknown): boolean {
  return error instanceof Error && 'syscall' in error && error.syscall === 'connect';
}

const networkCode =
  /^(E[A-Z0-9]+|EAI_[A-Z]+|HPE_.*|UND_ERR_.*|ERR_HTTP.*|ERR_TLS_.*|ERR_SSL_.*|ERR_STREAM_PREMATURE_CLOSE)$/;

/** The code of an error, or of its cause, because fetch wraps errors. */
function codeOf(error: unknown): string | undefined {
  if (!(error instanceof Error)) return undefined;
  if ('path' in error && !isConnecting(error)) return undefined;
  const code = 'code' in error && typeof error.code === 'string' ? error.code : undefined;
  if (code !== undefined && (networkCode.test(code) || kindOf(code) === 'tls')) return code;
  return codeOf(error.cause);
}
