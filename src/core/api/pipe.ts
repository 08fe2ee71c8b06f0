import type { Clock } from '../base/clock.ts';
import type { Log } from '../base/log.ts';
import { type AccessTokens, withBearer } from './bearer.ts';
import { withConnectionErrors } from './http/connectionErrors.ts';
import { withLog } from './requestLog.ts';
import { type OnWait, withRetry } from './retry.ts';
import type { Send } from './send.ts';

export interface PipeParts {
  readonly transport: Send;
  readonly baseUrl: string;
  readonly tokens: AccessTokens;
  readonly clock: Clock;
  readonly log: Log;
  readonly random?: () => number;
  readonly onWait?: OnWait;
}

/** The pipe to a service: log ∘ bearer ∘ retry ∘ transport. Each pipe has its own rate-limit gate. */
export function composeServicePipe({ transport, baseUrl, tokens, clock, log, random, onWait }: PipeParts): Send {
  const retry = withRetry({ clock, log, random, onWait });
  const bearer = withBearer(tokens, new URL(baseUrl).origin);
  return withLog(log, clock)(bearer(retry(withConnectionErrors(transport))));
}
