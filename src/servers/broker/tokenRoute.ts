import { invalidGrant, invalidRequest } from './brokerError.ts';
import type { BrokerContext, RequestContext } from './context.ts';
import { readJsonFields } from './jsonBody.ts';
import { limitFailures } from './limitRequests.ts';
import { digest, isDigestOf } from './seals.ts';
import { tokenAnswer, upstreamError } from './tokenAnswer.ts';
import type { UpstreamAnswer } from './upstream.ts';

/** Longer than the lifetime of a sealed code. */
const usedCodeLifetimeMs = 10 * 60_000;

/**
 * POST /token: redeems a sealed code. The verifier is checked before the code counts as used and before the service is
 * called, so that a code stolen from the address bar is useless and stays valid for its owner.
 */
export async function answerToken(c: RequestContext, context: BrokerContext): Promise<Response> {
  const { seals, state, upstream, log } = context;
  const body = await readJsonFields(c.req.raw, ['code', 'verifier', 'refresh_challenge'], context.bodyTimeoutMs);
  const { verifier, refresh_challenge: refreshChallenge } = body;
  if (!/^[A-Za-z0-9_-]{43}$/.test(refreshChallenge)) {
    throw invalidRequest('“refresh_challenge” is not a SHA-256 digest as base64url.');
  }
  const sealed = await seals.open('code', body.code, ['code', 'challenge', 'pkceVerifier']);
  if (sealed === undefined || !isDigestOf(sealed.challenge, verifier)) {
    throw invalidGrant('The code has expired, or belongs to another sign-in.');
  }
  const succeeded = await limitFailures(c, context);
  // A page that was loaded twice may have sealed one raw code twice. The raw code can be used once.
  const name = `code ${digest(sealed.code)}`;
  if (!(await state.claim(name, usedCodeLifetimeMs))) throw invalidGrant('The code has already been used.');
  // A refused code stays used in its own flow only: a raw code may have been stolen and tried in another one.
  const nameInFlow = `refused ${digest(JSON.stringify([sealed.code, sealed.pkceVerifier]))}`;
  const isFirst = await state.claim(nameInFlow, usedCodeLifetimeMs);
  const answer: UpstreamAnswer = isFirst
    ? await upstream.exchange(sealed.code, sealed.pkceVerifier)
    : { outcome: 'refused' };
  if (answer.outcome === 'tokens') {
    await succeeded();
    return Response.json(await tokenAnswer(seals, answer.tokens, { refreshChallenge }));
  }
  await state.release(name);
  if (answer.outcome !== 'refused') {
    log.problem(`code exchange ${answer.detail}`, c.var.requestId);
    // The service did not judge the code, so its owner may retry until it expires.
    await state.release(nameInFlow);
  }
  throw upstreamError(answer);
}
