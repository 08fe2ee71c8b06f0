import { l10n } from 'vscode';
import { PagingError, UnexpectedResponseError } from '../../core/api/errors.ts';
import type { ErrorMessage } from './errorMessage.ts';

/** Describes a response that breaks the contract of the service API. */
export function describeAnswerError(error: unknown): ErrorMessage | undefined {
  if (error instanceof UnexpectedResponseError) return describeUnexpectedAnswer(error);
  return error instanceof PagingError ? describePagingError(error) : undefined;
}

function describeUnexpectedAnswer({ host, problem }: UnexpectedResponseError): ErrorMessage {
  const sentences = {
    html: l10n.t(
      '{0} answered with a web page. Check the service address and whether a proxy asks you to sign in.',
      host,
    ),
    'not-json': l10n.t('{0} did not answer with JSON. Check the service address.', host),
    truncated: l10n.t('The response from {0} was incomplete.', host),
    'wrong-shape': l10n.t('The response from {0} is not valid. Check the service address.', host),
  };
  return { sentence: sentences[problem], actions: ['retry', 'openSettings', 'diagnose'] };
}

function describePagingError({ host, problem }: PagingError): ErrorMessage {
  const sentences = {
    'foreign-origin': l10n.t('{0} linked to a next page on another server. Roomside did not follow it.', host),
    loop: l10n.t('{0} linked to a page that was already read. Roomside stopped there.', host),
    malformed: l10n.t('{0} sent an invalid link to the next page.', host),
  };
  return { sentence: sentences[problem], actions: ['retry', 'showLog'] };
}
