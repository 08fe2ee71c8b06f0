import type { TokenResponse } from '../../core/api/resources.ts';
import type { RequestBody, Send, SendRequest, SendResponse } from '../../core/api/send.ts';
import { readUpTo } from '../readUpTo.ts';
import type { UpstreamConfig } from './config/brokerConfig.ts';
import { jsonObjectOf } from './jsonBody.ts';
import type { BrokerMetrics } from './metrics/brokerMetrics.ts';
import type { BrokerClocks } from './state/memoryState.ts';

/** The answer to a token request. `outcome` is also its name in the metrics. */
export type UpstreamAnswer =
  | { readonly outcome: 'tokens'; readonly tokens: UpstreamTokens }
  /** The code or refresh token is no longer valid. */
  | { readonly outcome: 'refused' }
  | UpstreamFailure;

interface UpstreamFailure {
  /**
   * `busy`: the service asks to wait. `paused`: it was not asked, because it has asked to wait. `broker`: it rejects the
   * broker itself.
   */
  readonly outcome: 'unreachable' | 'timeout' | 'busy' | 'paused' | 'broken' | 'broker';
  /** Whole seconds; absent when the service gives no time. */
  readonly retryAfterS?: number;
  /** For the log, with a status or an error code. Contains nothing from the request or the response. */
  readonly detail: string;
}

/** The token endpoint of the service [A16] [A17]. Neither method rejects. */
export type Upstream = ReturnType<typeof createUpstream>;

interface UpstreamOptions extends UpstreamConfig, BrokerClocks {
  /** As in the authorize request. */
  readonly redirectUri: string;
  /** Follows no redirects and verifies TLS. */
  readonly send: Send;
  /** Time limit for the whole response. */
  readonly upstreamTimeoutMs: number;
  /** Counts the requests, with their outcomes and times. */
  readonly metrics: Pick<BrokerMetrics, 'asked'>;
}

/** Larger than any token response. */
const maxAnswerBytes = 64 * 1024;
/** The service may mean a single user. After this time at most, another request is sent. */
const maxPauseS = 60;

export function createUpstream(options: UpstreamOptions) {
  // Exchanges do not pause refreshes: anyone can cause them, with codes that are made up.
  const exchange = createRequest(options, 'exchange');
  const refresh = createRequest(options, 'refresh');
  return {
    exchange(code: string, pkceVerifier: string): Promise<UpstreamAnswer> {
      const pkce = options.pkce === 'send' ? { code_verifier: pkceVerifier } : {};
      return exchange({ grant_type: 'authorization_code', code, redirect_uri: options.redirectUri, ...pkce });
    },
    refresh: (refreshToken: string) => refresh({ grant_type: 'refresh_token', refresh_token: refreshToken }),
  };
}

type Form = Readonly<Record<string, string>>;

/** Requests that pause together: after a response with `Retry-After` none is sent, for any installation. */
function createRequest(
  options: UpstreamOptions,
  kind: 'exchange' | 'refresh',
): (form: Form) => Promise<UpstreamAnswer> {
  const { monotonicNow, metrics, clientId: client_id, clientSecret: client_secret } = options;
  let pauseEndsMs = Number.NEGATIVE_INFINITY;
  return async (form) => {
    const startedMs = monotonicNow();
    const leftS = Math.ceil((pauseEndsMs - startedMs) / 1000);
    const answer: UpstreamAnswer =
      leftS > 0
        ? { outcome: 'paused', detail: 'busy: not asked', retryAfterS: leftS }
        : await requestTokens(options, { ...form, client_id, client_secret });
    metrics.asked({ kind, outcome: answer.outcome, tookMs: monotonicNow() - startedMs });
    if (answer.outcome === 'busy' && answer.retryAfterS !== undefined) {
      pauseEndsMs = Math.max(pauseEndsMs, monotonicNow() + Math.min(answer.retryAfterS, maxPauseS) * 1000);
    }
    return answer;
  };
}

async function requestTokens(options: UpstreamOptions, form: Form): Promise<UpstreamAnswer> {
  const request: SendRequest = {
    method: 'POST',
    url: `${options.baseUrl}/v1/access_token`,
    headers: { accept: 'application/json' },
    body: formBody(form),
  };
  const signal = AbortSignal.timeout(options.upstreamTimeoutMs);
  try {
    const response = await options.send(request, signal);
    const body = await readUpTo(response.body, maxAnswerBytes);
    // Not of the buffer: it would keep a byte order mark.
    return answerOf(response, new TextDecoder().decode(body), options.now());
  } catch (error) {
    if (signal.aborted) return failure('timeout', `no answer in ${options.upstreamTimeoutMs} ms`);
    return failure('unreachable', error instanceof Error && 'code' in error ? String(error.code) : 'unknown error');
  }
}

function failure(outcome: UpstreamFailure['outcome'], detail: string): UpstreamFailure {
  return { outcome, detail: `${outcome}: ${detail}` };
}

function answerOf(response: SendResponse, text: string, nowMs: number): UpstreamAnswer {
  const { status } = response;
  const body = jsonObjectOf(text) ?? {};
  if (status === 429 || status === 503) {
    const serviceNowMs = Date.parse(response.header('date') ?? '') || nowMs;
    const retryAfterS = retryAfterSeconds(response.header('retry-after'), serviceNowMs);
    return { ...failure('busy', `${status}`), ...(retryAfterS !== undefined && { retryAfterS }) };
  }
  if (status >= 200 && status <= 299) {
    const tokens = parseTokenResponse(body);
    return tokens === undefined ? failure('broken', `${status} without tokens`) : { outcome: 'tokens', tokens };
  }
  // A gateway before the service answers with a page.
  const isPage = text.trimStart().startsWith('<');
  if (status < 400 || status > 499 || isPage) return failure('broken', `${status}`);
  // The error code of RFC 6749 section 5.2, only if it is well-formed, because it is logged.
  const code = typeof body.error === 'string' && /^[a-z_]{1,40}$/.test(body.error) ? body.error : undefined;
  // The API defines no error codes [N15], only 400 for an invalid request and 401 for wrong credentials [A56].
  if (code === 'invalid_grant' || (status === 400 && code === undefined)) return { outcome: 'refused' };
  const isBroker = status === 400 || status === 401 || status === 403;
  return isBroker ? failure('broker', `${status} ${code ?? ''}`.trim()) : failure('broken', `${status}`);
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

function formBody(fields: Form): RequestBody {
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

/** The validated token response of the service [A12]. Its times are whole seconds, at least 0. */
export type UpstreamTokens = Pick<TokenResponse, 'access_token'> & {
  readonly [Name in 'expires_in' | 'refresh_token' | 'refresh_token_expires_in']: TokenResponse[Name] | undefined;
};

/** Printable ASCII without spaces. A sealed refresh token must fit into the body of `/refresh`. */
const accessTokenPattern = /^[\x21-\x7e]{1,16384}$/;

const refreshTokenPattern = /^[\x20-\x7e]{1,8192}$/;

/** `undefined` when the access token is missing or could not be sent in a header. `token_type` is not required. */
function parseTokenResponse(body: Readonly<Record<string, unknown>>): UpstreamTokens | undefined {
  const { access_token, refresh_token } = body;
  if (typeof access_token !== 'string' || !accessTokenPattern.test(access_token)) return undefined;
  const isUsable = typeof refresh_token === 'string' && refreshTokenPattern.test(refresh_token);
  return {
    access_token,
    expires_in: secondsOf(body.expires_in),
    refresh_token: isUsable ? refresh_token : undefined,
    refresh_token_expires_in: secondsOf(body.refresh_token_expires_in),
  };
}

/** A lifetime of 0 or less has expired. A lifetime that is not a number is unknown. */
function secondsOf(value: unknown): number | undefined {
  const number = typeof value === 'string' && value.trim() !== '' ? Number(value) : value;
  if (typeof number !== 'number' || !Number.isFinite(number)) return undefined;
  return Math.min(Number.MAX_SAFE_INTEGER, Math.max(0, Math.floor(number)));
}
