import type { RequestBody, Send, SendRequest, SendResponse } from '../../core/api/send.ts';
import { readUpTo } from '../readUpTo.ts';
import type { UpstreamConfig } from './config/readConfig.ts';

/** The outcome of a token request to the service. */
export type UpstreamOutcome =
  | { readonly kind: 'tokens'; readonly tokens: UpstreamTokens }
  /** The code or refresh token is no longer valid. */
  | { readonly kind: 'refused' }
  | {
      readonly kind: 'failed';
      /** `busy`: the service asks to wait. `broker`: it rejects the broker itself. */
      readonly problem: 'unreachable' | 'timeout' | 'busy' | 'broken' | 'broker';
      /** Whole seconds; absent when the service gives no time. */
      readonly retryAfterS?: number;
      /** For the log: a status or an error code. Contains nothing from the request or the response. */
      readonly detail: string;
    };

/** The token endpoint of the service [A16] [A17]. Neither method rejects. */
export interface Upstream {
  exchange(code: string, pkceVerifier: string): Promise<UpstreamOutcome>;
  refresh(refreshToken: string): Promise<UpstreamOutcome>;
}

interface UpstreamOptions extends UpstreamConfig {
  /** As in the authorize request. */
  readonly redirectUri: string;
  /** Follows no redirects and verifies TLS. */
  readonly send: Send;
  /** Time limit for the whole response. */
  readonly timeoutMs: number;
  /** Milliseconds since the epoch. */
  readonly now: () => number;
  /** Milliseconds of a monotonic clock. */
  readonly monotonicNow: () => number;
}

/** The detail of a request that was not sent, because the service has asked to wait. */
export const notAsked = 'not asked';

/** Larger than any token response. */
const maxAnswerBytes = 64 * 1024;
/** The service may mean a single user. After this time at most, another request is sent. */
const maxPauseS = 60;

export function createUpstream(options: UpstreamOptions): Upstream {
  // Exchanges do not pause refreshes: anyone can cause them, with codes that are made up.
  const [exchange, refresh] = [createRequest(options), createRequest(options)];
  return {
    exchange(code, pkceVerifier) {
      const pkce = options.pkce === 'send' ? { code_verifier: pkceVerifier } : {};
      return exchange({ grant_type: 'authorization_code', code, redirect_uri: options.redirectUri, ...pkce });
    },
    refresh: (refreshToken) => refresh({ grant_type: 'refresh_token', refresh_token: refreshToken }),
  };
}

type TokenRequest = (form: Readonly<Record<string, string>>) => Promise<UpstreamOutcome>;

/** Requests that pause together: after a response with `Retry-After` none is sent, for any installation. */
function createRequest(options: UpstreamOptions): TokenRequest {
  const own = { client_id: options.clientId, client_secret: options.clientSecret };
  const now = options.monotonicNow;
  let pauseEndsMs = Number.NEGATIVE_INFINITY;
  return async (form) => {
    const leftMs = pauseEndsMs - now();
    if (leftMs > 0) {
      return { kind: 'failed', problem: 'busy', retryAfterS: Math.ceil(leftMs / 1000), detail: notAsked };
    }
    const outcome = await requestTokens(options, { ...form, ...own });
    const retryAfterS = outcome.kind === 'failed' ? outcome.retryAfterS : undefined;
    if (retryAfterS !== undefined) pauseEndsMs = Math.max(pauseEndsMs, now() + Math.min(retryAfterS, maxPauseS) * 1000);
    return outcome;
  };
}

async function requestTokens(
  options: UpstreamOptions,
  form: Readonly<Record<string, string>>,
): Promise<UpstreamOutcome> {
  const request: SendRequest = {
    method: 'POST',
    url: `${options.baseUrl}/v1/access_token`,
    headers: { accept: 'application/json' },
    body: formBody(form),
  };
  const signal = AbortSignal.timeout(options.timeoutMs);
  try {
    const response = await options.send(request, signal);
    const body = await readUpTo(response.body, maxAnswerBytes);
    return outcomeOf(response, body?.toString('utf8'), options.now());
  } catch (error) {
    if (signal.aborted) return { kind: 'failed', problem: 'timeout', detail: `no answer in ${options.timeoutMs} ms` };
    const code = error instanceof Error && 'code' in error ? String(error.code) : 'unknown error';
    return { kind: 'failed', problem: 'unreachable', detail: code };
  }
}

function outcomeOf(response: SendResponse, text: string | undefined, nowMs: number): UpstreamOutcome {
  const { status } = response;
  if (status === 429 || status === 503) {
    const retryAfterS = retryAfterSeconds(response.header('retry-after'), nowMs);
    return {
      kind: 'failed',
      problem: 'busy',
      ...(retryAfterS === undefined ? {} : { retryAfterS }),
      detail: `${status}`,
    };
  }
  const body = parsed(text);
  if (status >= 200 && status <= 299) {
    const tokens = parseTokenResponse(body);
    if (tokens !== undefined) return { kind: 'tokens', tokens };
    return { kind: 'failed', problem: 'broken', detail: `${status} without tokens` };
  }
  if (status < 400 || status > 499) return { kind: 'failed', problem: 'broken', detail: `${status}` };
  const oauthError = errorCodeOf(body);
  // The API defines no error codes [N15], only 400 for an invalid request and 401 for wrong credentials [A56].
  if (oauthError === 'invalid_grant' || (status === 400 && oauthError === undefined)) return { kind: 'refused' };
  if (status === 400 || status === 401 || status === 403) {
    return { kind: 'failed', problem: 'broker', detail: `${status} ${oauthError ?? ''}`.trim() };
  }
  return { kind: 'failed', problem: 'broken', detail: `${status}` };
}

/** A longer wait is an error, or means never. It is limited to a day. */
const maxWaitS = 24 * 3600;
const secondsPattern = /^\d{1,15}(?:\.\d+)?$/;
/** An HTTP-date of RFC 9110. `Date.parse` alone accepts almost anything. */
const datePattern = /^[A-Za-z]{3,9},? .*\d{2}:\d{2}:\d{2}/;

/**
 * The wait of a `Retry-After` header (RFC 9110 section 10.2.3), given as seconds or as a date.
 * @param nowMs the time that a date is compared with
 * @returns whole seconds from 1 to a day; `undefined` when it is missing or invalid
 */
export function retryAfterSeconds(header: string | undefined, nowMs: number): number | undefined {
  const text = header?.trim() ?? '';
  const isDate = datePattern.test(text);
  if (!isDate && !secondsPattern.test(text)) return undefined;
  const seconds = isDate ? (Date.parse(text) - nowMs) / 1000 : Number(text);
  return Number.isNaN(seconds) ? undefined : Math.min(maxWaitS, Math.max(1, Math.ceil(seconds)));
}

function parsed(text: string | undefined): Readonly<Record<string, unknown>> {
  try {
    const value: unknown = JSON.parse(text ?? '');
    return typeof value === 'object' && value !== null ? (value as Record<string, unknown>) : {};
  } catch (error) {
    if (error instanceof SyntaxError) return {};
    throw error;
  }
}

/** The error code of RFC 6749 section 5.2, only if it is well-formed, because it is logged. */
function errorCodeOf(body: Readonly<Record<string, unknown>>): string | undefined {
  return typeof body.error === 'string' && /^[a-z_]{1,40}$/.test(body.error) ? body.error : undefined;
}

function formBody(fields: Readonly<Record<string, string>>): RequestBody {
  const text = new URLSearchParams(fields).toString();
  return {
    contentType: 'application/x-www-form-urlencoded',
    byteLength: Buffer.byteLength(text),
    text,
    async *open() {
      yield Buffer.from(text);
    },
  };
}

/** The validated token response of the service [A12]. */
export interface UpstreamTokens {
  readonly accessToken: string;
  /** Whole seconds, at least 0; `undefined` when missing or invalid. */
  readonly expiresInS: number | undefined;
  readonly refreshToken: string | undefined;
  readonly refreshExpiresInS: number | undefined;
}

/** Printable ASCII without spaces. A sealed refresh token must fit into the body of `/refresh`. */
const accessTokenPattern = /^[\x21-\x7e]{1,16384}$/;

const refreshTokenPattern = /^[\x20-\x7e]{1,8192}$/;

/** `undefined` when the access token is missing or could not be sent in a header. `token_type` is not required. */
function parseTokenResponse(body: Readonly<Record<string, unknown>>): UpstreamTokens | undefined {
  const { access_token: accessToken, refresh_token: refreshToken } = body;
  if (typeof accessToken !== 'string' || !accessTokenPattern.test(accessToken)) return undefined;
  const isUsable = typeof refreshToken === 'string' && refreshTokenPattern.test(refreshToken);
  return {
    accessToken,
    expiresInS: secondsOf(body.expires_in),
    refreshToken: isUsable ? refreshToken : undefined,
    refreshExpiresInS: secondsOf(body.refresh_token_expires_in),
  };
}

/** A lifetime of 0 or less has expired. A lifetime that is not a number is unknown. */
function secondsOf(value: unknown): number | undefined {
  const number = typeof value === 'string' && value.trim() !== '' ? Number(value) : value;
  if (typeof number !== 'number' || !Number.isFinite(number)) return undefined;
  return Math.min(Number.MAX_SAFE_INTEGER, Math.max(0, Math.floor(number)));
}
