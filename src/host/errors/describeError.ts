import { l10n } from 'vscode';
import { ConnectionError, ServiceError } from '../../core/api/errors.ts';
import { ProgramStartError } from '../../core/base/errors.ts';
import { NewerRecordError } from '../../core/base/json.ts';
import { plainText } from '../../core/base/text/displayText.ts';
import { ShareLockedError } from '../../core/outbox/errors.ts';
import { oneLine, timeText } from '../vscode/formats.ts';
import { describeAnswerError, describeConnectionError } from './describeConnectionError.ts';
import { describeFileError } from './describeFileError.ts';
import { describeSignInError } from './describeSignInError.ts';
import type { ErrorAction, ErrorMessage } from './errorMessage.ts';

/** Describes an error that Roomside knows, in plain text; `undefined` for any other. */
export function describeKnownError(error: unknown): ErrorMessage | undefined {
  const message = describeByClass(error);
  // Input boxes render links in it, and rows icons. File names and texts of the service are in many sentences.
  return message && { ...message, sentence: plainText(message.sentence) };
}

function describeByClass(error: unknown): ErrorMessage | undefined {
  if (error instanceof ServiceError) return describeSignInError(error) ?? describeServiceError(error);
  if (error instanceof ConnectionError) return describeConnectionError(error);
  if (error instanceof ProgramStartError) {
    return {
      sentence: l10n.t("Couldn't start the sandbox: {0}", oneLine(error.output)),
      actions: ['retry', 'showLog'],
    };
  }
  if (error instanceof ShareLockedError) {
    return {
      sentence: l10n.t('Another window is already doing this. Try again when it has finished.'),
      actions: ['retry'],
    };
  }
  if (error instanceof NewerRecordError) return describeNewerRecord(error);
  return describeAnswerError(error) ?? describeSignInError(error) ?? describeFileError(error);
}

/** Describes any error. For an unknown one, the text points to the log. */
export function describeError(error: unknown): ErrorMessage {
  const sentence = l10n.t('An unexpected error occurred. See the log for details.');
  return describeKnownError(error) ?? { sentence, actions: ['retry', 'showLog'] };
}

/** Describes a response with an error status [A56], with the message of the service. */
export function describeServiceError(error: ServiceError): ErrorMessage {
  const said = error.serviceMessage?.trim();
  const [sentence, actions] = describeStatus(error, Boolean(said));
  return { sentence: said ? `${sentence} ${l10n.t('The service says: {0}', oneLine(said))}` : sentence, actions };
}

/**
 * Paths that every service of this interface has. A 404 for one of them means that another kind of service, or none, is at
 * the address.
 */
const fixedPath = /\/v1\/(?:people|people\/me|rooms|access_token)$/;

/** Shorter waits are over before the user has read a time. */
const shownWaitMs = 60_000;

function rateLimitSentence(retryAfterMs: number): string {
  if (retryAfterMs < shownWaitMs) return l10n.t('Rate limited by the service (429). Try again later.');
  const nowMs = Date.now();
  const until = timeText(nowMs + retryAfterMs, nowMs);
  return l10n.t('Rate limited by the service (429). Try again after {0}.', until);
}

/** What the service says about its problem comes with its own advice. */
function problemSentence(status: number, hasMessage: boolean): string {
  return hasMessage
    ? l10n.t('The service has a problem ({0}).', status)
    : l10n.t('The service has a problem ({0}). Try again later.', status);
}

function describeStatus(
  { status, path, retryAfterMs = 0 }: ServiceError,
  hasMessage: boolean,
): readonly [string, readonly ErrorAction[]] {
  switch (status) {
    case 400:
      return [l10n.t('The service did not accept the request (400).'), ['showLog']];
    case 401:
      return [l10n.t('The service did not accept the access token (401). Sign in again.'), ['signIn', 'showLog']];
    case 403:
      return [l10n.t("Your account isn't allowed to do this (403)."), ['retry', 'signIn', 'showLog']];
    case 404:
      if (fixedPath.test(path)) {
        const sentence = l10n.t('No messaging service at this address (404). Check the service address.');
        return [sentence, ['retry', 'openSettings', 'showLog']];
      }
      return [
        l10n.t('Not found (404). It may have been deleted, or you are no longer in the room.'),
        ['retry', 'showLog'],
      ];
    case 405:
    case 415:
      return [l10n.t("The service doesn't support this ({0}).", status), ['showLog']];
    case 409:
      return [l10n.t('This already exists on the service (409).'), ['showLog']];
    case 413:
      return [l10n.t('This is larger than the service accepts (413).'), ['showLog']];
    case 429:
      return [rateLimitSentence(retryAfterMs), ['retry', 'showLog']];
    default:
      return status >= 500
        ? [problemSentence(status, hasMessage), ['retry', 'showLog']]
        : [l10n.t('The service sent an unexpected response (HTTP {0}).', status), ['retry', 'showLog']];
  }
}

/** Says what a newer Roomside has stored, what this one does without it, and the two ways out. */
function describeNewerRecord({ record }: NewerRecordError): ErrorMessage {
  const kept = {
    accounts: l10n.t(
      'A newer version of Roomside stored your accounts. They are kept, and a sign-in lasts only until this window closes.',
    ),
    integrations: l10n.t(
      "A newer version of Roomside stored your integrations. They are kept, and this version can't use them.",
    ),
    watches: l10n.t(
      'A newer version of Roomside stored your watched rooms. They are kept, and this version watches none.',
    ),
  };
  const advice = l10n.t('Update Roomside, or delete them with “Remove All Stored Data…”.');
  return { sentence: `${kept[record]} ${advice}`, actions: ['showLog'] };
}
