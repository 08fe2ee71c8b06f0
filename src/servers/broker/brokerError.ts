import type { BrokerErrorCode, BrokerRefusalBody } from '../../core/auth/brokerProtocol.ts';

/** An error response. `message` is shown to the client and contains nothing from the request. */
export class BrokerError extends Error {
  readonly status: number;
  readonly code: BrokerErrorCode;
  readonly headers: Readonly<Record<string, string>>;

  constructor(status: number, code: BrokerErrorCode, message: string, headers: Readonly<Record<string, string>> = {}) {
    super(message);
    this.status = status;
    this.code = code;
    this.headers = headers;
  }

  /** For a program. */
  get body(): BrokerRefusalBody {
    return { error: this.code, error_description: this.message };
  }
}

export function invalidRequest(message: string, status = 400): BrokerError {
  return new BrokerError(status, 'invalid_request', message);
}

export function invalidGrant(message: string): BrokerError {
  return new BrokerError(400, 'invalid_grant', message);
}

export function tooManyRequests(waitMs: number): BrokerError {
  const seconds = Math.max(1, Math.ceil(waitMs / 1000));
  const message = `Too many requests from this address. Wait ${seconds} seconds, then try again.`;
  return new BrokerError(429, 'rate_limited', message, { 'retry-after': String(seconds) });
}

export function unavailable(retryAfterS: number, message: string): BrokerError {
  return new BrokerError(503, 'temporarily_unavailable', message, { 'retry-after': String(retryAfterS) });
}
