import type { BrokerErrorCode } from '../../../core/auth/brokerProtocol.ts';
import type { BrokerContext, RequestContext } from '../context.ts';
import { readJsonFields } from '../http/jsonBody.ts';
import { invalidGrant, Refusal } from '../http/refusal.ts';
import { digest, isDigestOf } from '../seal/digest.ts';
import type { KeptAnswer } from '../state/brokerState.ts';
import { refusalOf, tokenAnswer } from './tokenAnswer.ts';

/**
 * A rotating service accepts each refresh token once. Two windows that cannot see each other's lock, or one whose answer
 * was lost on the way, therefore get the same answer for a while.
 */
const answerKeptMs = 60_000;
/** Long enough for those who asked at the same time; who asks later may find the service in better health. */
const refusalKeptMs = 3_000;

/** A refusal as it is kept beside the answers. */
interface KeptRefusal {
  readonly status: number;
  readonly code: BrokerErrorCode;
  readonly message: string;
  readonly headers: Readonly<Record<string, string>>;
}

/** POST /refresh: renews the access token behind a handle, for the installation that knows the handle's secret. */
export async function answerRefresh(c: RequestContext, context: BrokerContext): Promise<Response> {
  const { seals, state } = context;
  const body = await readJsonFields(c.req.raw, ['handle', 'refresh_secret']);
  const sealed = await seals.open('refresh', body.handle, ['refreshToken', 'refreshChallenge']);
  if (sealed === undefined || !isDigestOf(sealed.refreshChallenge, body.refresh_secret)) {
    throw invalidGrant('The handle cannot be opened, or belongs to another installation.');
  }
  const kept = await state.once(`refresh ${digest(body.handle)}`, () => refresh(context, sealed, c.var.requestId));
  const opened = await seals.open('answer', kept, ['answer', 'refusal']);
  if (opened === undefined) throw new Error('a kept answer cannot be opened');
  if (opened.refusal !== '') {
    const { status, code, message, headers } = JSON.parse(opened.refusal) as KeptRefusal;
    throw new Refusal(status, code, message, headers);
  }
  return new Response(opened.answer, { headers: { 'content-type': 'application/json' } });
}

/** The answer is sealed, because it may be kept in a store that others can read. */
async function refresh(
  { seals, upstream, log }: BrokerContext,
  sealed: { readonly refreshToken: string; readonly refreshChallenge: string },
  requestId: string,
): Promise<KeptAnswer> {
  const outcome = await upstream.refresh(sealed.refreshToken);
  if (outcome.kind === 'tokens') {
    const answer = JSON.stringify(await tokenAnswer(seals, outcome.tokens, sealed));
    return { text: await seals.seal('answer', { answer, refusal: '' }), keepMs: answerKeptMs };
  }
  if (outcome.kind === 'failed') log.problem(`refresh ${outcome.problem}: ${outcome.detail}`, requestId);
  const { status, code, message, headers } = refusalOf(outcome);
  const refusal: KeptRefusal = { status, code, message, headers };
  return { text: await seals.seal('answer', { answer: '', refusal: JSON.stringify(refusal) }), keepMs: refusalKeptMs };
}
