import type { BrokerContext, RequestContext } from '../context.ts';
import { invalidGrant, invalidRequest } from '../http/brokerError.ts';
import { readJsonFields } from '../http/jsonBody.ts';
import { digest, isDigestOf } from '../seal/seals.ts';
import { tokenAnswer, upstreamError } from './tokenAnswer.ts';

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
  // A page that was loaded twice may have sealed one raw code twice. The raw code can be used once.
  const name = `code ${digest(sealed.code)}`;
  if (!(await state.claim(name, usedCodeLifetimeMs))) throw invalidGrant('The code has already been used.');
  const outcome = await upstream.exchange(sealed.code, sealed.pkceVerifier);
  if (outcome.kind === 'tokens') return Response.json(await tokenAnswer(seals, outcome.tokens, { refreshChallenge }));
  // No tokens were issued, so the owner may retry until the code expires.
  await state.release(name);
  if (outcome.kind === 'failed') log.problem(`code exchange ${outcome.problem}: ${outcome.detail}`, c.var.requestId);
  throw upstreamError(outcome);
}
