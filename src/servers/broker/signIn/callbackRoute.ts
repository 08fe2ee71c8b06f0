import type { BrokerCallbackQuery } from '../../../core/auth/brokerProtocol.ts';
import { invalidRequest } from '../brokerError.ts';
import { type BrokerContext, pageLanguageOf, type RequestContext } from '../context.ts';
import { readQuery } from '../query.ts';
import { expiredFlowCookie, hasFlowCookie } from './flowCookie.ts';
import { renderDeniedPage, renderReturnPage } from './signInPages.ts';

const codePattern = /^[\x20-\x7e]{1,4096}$/;
const maxDescriptionLength = 300;

/**
 * GET /callback: the redirect from the service. The raw code is sealed and goes no further; the page leads back to the
 * editor. Does nothing for a browser that did not start the flow.
 */
export async function answerCallback(c: RequestContext, { config, seals }: BrokerContext): Promise<Response> {
  const query = readQuery(c.req.url, ['code', 'state', 'error', 'error_description']);
  // The page removes the query from the address, so that a reload has none.
  if (query.state === undefined) throw invalidRequest({ key: 'nothingToComplete' });
  const names = ['challenge', 'fid', 'cb', 'cookieDigest', 'pkceVerifier'] as const;
  const state = await seals.open('state', query.state, names);
  if (state === undefined) throw invalidRequest({ key: 'signInExpired' });
  const { challenge, fid, cookieDigest, pkceVerifier } = state;
  if (!hasFlowCookie(config.publicUrl, c.req.header('cookie'), { id: fid, cookieDigest })) {
    throw invalidRequest({ key: 'signInElsewhere' }, 403);
  }
  const { code = '', error = '' } = query;
  if ((code === '') === (error === '')) {
    throw invalidRequest('The service must send either a code or an error.');
  }
  const flow = { address: state.cb, challenge, language: pageLanguageOf(c) };
  let page: Response;
  if (code === '') {
    const description = descriptionOf(query.error_description);
    page = renderDeniedPage(flow, denial(fid, error, description), description);
  } else {
    if (!codePattern.test(code)) throw invalidRequest('The service sent a code that is not valid.');
    const sealed = await seals.seal('code', { code, challenge, pkceVerifier });
    page = renderReturnPage(flow, { flow: fid, code: sealed });
  }
  page.headers.append('set-cookie', expiredFlowCookie(config.publicUrl, fid));
  return page;
}

function denial(fid: string, error: string, description: string | undefined): BrokerCallbackQuery {
  // An error code of RFC 6749 section 4.1.2.1, or any text from a forged link.
  const code = /^[a-z_]{1,40}$/.test(error) ? error : 'server_error';
  if (description === undefined) return { flow: fid, error: code };
  return { flow: fid, error: code, error_description: Buffer.from(description).toString('base64url') };
}

/** One line without control and direction characters, of limited length. */
function descriptionOf(text = ''): string | undefined {
  const line = text
    .replaceAll('+', ' ')
    .toWellFormed()
    .replace(/[\p{Cc}\p{Cf}\s]+/gu, ' ')
    .trim();
  return [...line].slice(0, maxDescriptionLength).join('') || undefined;
}
