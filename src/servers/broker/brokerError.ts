import type { BrokerErrorCode, BrokerRefusalBody } from '../../core/auth/brokerProtocol.ts';
import type { PageProblem } from '../pages/htmlPage.ts';
import { pageText } from '../pages/pageTexts.ts';

/** A message in English, or a text that pages show in the language of the browser. */
type RefusalText = string | Extract<PageProblem, { key: unknown }>;

/** An error response. `message` is shown to the client and contains nothing from the request. */
export class BrokerError extends Error {
  readonly status: number;
  readonly code: BrokerErrorCode;
  readonly headers: Readonly<Record<string, string>>;
  /** For a person. */
  readonly problem: PageProblem;

  constructor(
    status: number,
    code: BrokerErrorCode,
    text: RefusalText,
    headers: Readonly<Record<string, string>> = {},
  ) {
    super(typeof text === 'string' ? text : pageText('en', text.key, text.values));
    this.problem = typeof text === 'string' ? { detail: text } : text;
    this.status = status;
    this.code = code;
    this.headers = headers;
  }

  /** For a program. */
  get body(): BrokerRefusalBody {
    return { error: this.code, error_description: this.message };
  }
}

export function invalidRequest(text: RefusalText, status = 400): BrokerError {
  return new BrokerError(status, 'invalid_request', text);
}

export function invalidGrant(message: string): BrokerError {
  return new BrokerError(400, 'invalid_grant', message);
}

export function tooManyRequests(waitMs: number): BrokerError {
  const seconds = Math.max(1, Math.ceil(waitMs / 1000));
  const text = { key: 'tooManyRequests', values: [String(seconds)] } as const;
  return new BrokerError(429, 'rate_limited', text, { 'retry-after': String(seconds) });
}

export function unavailable(retryAfterS: number, text: RefusalText): BrokerError {
  return new BrokerError(503, 'temporarily_unavailable', text, { 'retry-after': String(retryAfterS) });
}
