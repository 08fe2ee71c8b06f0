import type { BrokerTokenAnswer } from '../../core/auth/brokerProtocol.ts';
import { BrokerError, invalidGrant, unavailable } from './brokerError.ts';
import type { Seals } from './seals.ts';
import type { UpstreamAnswer, UpstreamTokens } from './upstream.ts';

/**
 * The response to an editor: the access token, and the sealed refresh token.
 * @param before the refresh token that was used: if the service sends no new one, it stays valid
 */
export async function tokenAnswer(
  seals: Seals,
  tokens: UpstreamTokens,
  before: { readonly refreshToken?: string; readonly refreshChallenge: string },
): Promise<BrokerTokenAnswer> {
  const { access_token, expires_in, refresh_token_expires_in: handle_expires_in } = tokens;
  const { refresh_token: refreshToken = before.refreshToken } = tokens;
  const { refreshChallenge } = before;
  return {
    access_token,
    ...(expires_in !== undefined && { expires_in }),
    ...(refreshToken !== undefined && { handle: await seals.seal('refresh', { refreshToken, refreshChallenge }) }),
    ...(handle_expires_in !== undefined && { handle_expires_in }),
  };
}

/** The error for an editor when an upstream call returned no tokens. */
export function upstreamError(answer: Exclude<UpstreamAnswer, { outcome: 'tokens' }>): BrokerError {
  if (answer.outcome === 'refused') return invalidGrant('The service no longer accepts it. Sign in again.');
  if (answer.outcome === 'busy' || answer.outcome === 'paused') {
    return unavailable(answer.retryAfterS ?? 30, 'The service is busy or limits the rate of requests.');
  }
  const [status, code, message] = failures[answer.outcome];
  return new BrokerError(status, code, message);
}

const failures = {
  timeout: [504, 'upstream_timeout', 'The service did not answer in time.'],
  unreachable: [502, 'upstream_failed', 'The service cannot be reached.'],
  broken: [502, 'upstream_failed', 'The service sent an unexpected response.'],
  broker: [502, 'upstream_refused_broker', 'The service refuses this broker. Contact its operator.'],
} as const;
