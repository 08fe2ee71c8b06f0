import { l10n } from 'vscode';
import { PagingError, UnexpectedResponseError } from '../../core/api/errors.ts';
import type { ErrorMessage } from './errorMessage.ts';

/** Words an answer that is not what the interface promises. */
export function describeAnswerError(error: unknown): ErrorMessage | undefined {
  if (error instanceof UnexpectedResponseError) return describeUnexpectedAnswer(error);
  return error instanceof PagingError ? describePagingError(error) : undefined;
}

function describeUnexpectedAnswer({ host, problem }: UnexpectedResponseError): ErrorMessage {
  const sentences = {
    html: l10n.t(
      '{0} answered with a web page instead of data. Is the service address right, or does a proxy ask you to sign in?',
      host,
    ),
    'not-json': l10n.t('{0} answered with something that is not JSON. Is the service address right?', host),
    truncated: l10n.t('The answer of {0} broke off in the middle.', host),
    'wrong-shape': l10n.t('The answer of {0} does not have the expected form. Is the service address right?', host),
  };
  return { sentence: sentences[problem], actions: ['retry', 'openSettings', 'diagnose'] };
}

function describePagingError({ host, problem }: PagingError): ErrorMessage {
  const sentences = {
    'foreign-origin': l10n.t('{0} named a next page on another server. Roomside did not follow it.', host),
    loop: l10n.t('{0} named a next page that was already read. Roomside stopped there.', host),
    malformed: l10n.t('{0} named a next page in a form that cannot be read.', host),
  };
  return { sentence: sentences[problem], actions: ['retry', 'showLog'] };
}
