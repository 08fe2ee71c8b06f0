import type { BrokerRefusalBody, BrokerTokenAnswer } from '../../core/auth/brokerProtocol.ts';
import { invalidGrant } from './brokerError.ts';
import type { BrokerContext, RequestContext } from './context.ts';
import { readJsonFields } from './jsonBody.ts';
import { digest, isDigestOf, type Seals, sealIdOf, sealKeyIdOf } from './seals.ts';
import type { AnswerSeal, CacheableAnswer } from './state/brokerState.ts';
import { tokenAnswer, upstreamError } from './tokenAnswer.ts';

/**
 * A rotating service accepts each refresh token once. Two windows without a common lock, or one window that has lost a
 * response, therefore get the same answer for a while.
 */
const answerLifetimeMs = 60_000;
/**
 * Long enough for concurrent requests; later requests may find the service available again. If the service sends
 * `Retry-After`, its refusal is cached for that time.
 */
const refusalLifetimeMs = 3_000;

interface CachedAnswer {
  readonly status: number;
  readonly headers?: Readonly<Record<string, string>>;
  readonly body: BrokerTokenAnswer | BrokerRefusalBody;
  /** When the service may be called again, in milliseconds since the epoch. */
  readonly retryAtMs?: number;
}

// decisions/0035
/** POST /refresh: refreshes the access token of a handle, for the installation that knows the secret of the handle. */
export async function answerRefresh(c: RequestContext, context: BrokerContext): Promise<Response> {
  const { seals, state } = context;
  const body = await readJsonFields(c.req.raw, ['handle', 'refresh_secret'], context.bodyTimeoutMs);
  const sealed = await seals.open('refresh', body.handle, ['refreshToken', 'refreshChallenge']);
  if (sealed === undefined || !isDigestOf(sealed.refreshChallenge, body.refresh_secret)) {
    throw invalidGrant('The handle cannot be opened, or belongs to another installation.');
  }
  context.metrics.openedHandle(sealKeyIdOf(body.handle));
  // Identified by the sealed content and its time instead of the text: one handle can be written in several ways, and its
  // refresh token must still be used once. A service that does not rotate has one token in many handles, each with its own
  // answer.
  const { refreshToken, refreshChallenge } = sealed;
  const name = `refresh ${digest(JSON.stringify([refreshToken, refreshChallenge, sealIdOf(body.handle)]))}`;
  const cached = await state.once(name, answerSeal(seals, name), () => refresh(context, sealed, c.var.requestId));
  const { status, headers, body: answer, retryAtMs } = JSON.parse(cached) as CachedAnswer;
  const response = Response.json(answer, { status, headers: headers ?? {} });
  if (retryAtMs !== undefined) {
    // What remains of it. The clock of the replica that stored it may differ.
    const leftS = Math.max(1, Math.ceil((retryAtMs - context.now()) / 1000));
    response.headers.set('retry-after', `${Math.min(Number(headers?.['retry-after']), leftS)}`);
  }
  return response;
}

/** Bound to its name: an answer that was moved to another entry of the store cannot be opened. */
function answerSeal(seals: Seals, name: string): AnswerSeal {
  return {
    seal: (answer) => seals.seal('answer', { answer, name }),
    async open(sealed) {
      const opened = await seals.open('answer', sealed, ['answer', 'name']);
      return opened?.name === name ? opened.answer : undefined;
    },
  };
}

async function refresh(
  { seals, upstream, log, now }: BrokerContext,
  sealed: { readonly refreshToken: string; readonly refreshChallenge: string },
  requestId: string,
): Promise<CacheableAnswer> {
  const answer = await upstream.refresh(sealed.refreshToken);
  if (answer.outcome === 'tokens') {
    return cacheable({ status: 200, body: await tokenAnswer(seals, answer.tokens, sealed) }, answerLifetimeMs);
  }
  if (answer.outcome !== 'refused') log.problem(`refresh ${answer.detail}`, requestId);
  const { status, body, headers } = upstreamError(answer);
  const retryAfterS = answer.outcome === 'refused' ? undefined : answer.retryAfterS;
  const isRefusal = answer.outcome === 'refused';
  if (retryAfterS === undefined) return { ...cacheable({ status, headers, body }, refusalLifetimeMs), isRefusal };
  const waitMs = retryAfterS * 1000;
  return cacheable({ status, headers, body, retryAtMs: now() + waitMs }, waitMs);
}

function cacheable(answer: CachedAnswer, lifetimeMs: number): CacheableAnswer {
  return { text: JSON.stringify(answer), lifetimeMs };
}
