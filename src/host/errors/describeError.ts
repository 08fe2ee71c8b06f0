import { l10n } from 'vscode';
import { ServiceError } from '../../core/api/errors.ts';
import { ProgramStartError } from '../../core/base/errors.ts';
import { NewerRecordError } from '../../core/base/storage/storedRecord.ts';
import { plainText } from '../../core/base/text/displayText.ts';
import { ShareLockedError } from '../../core/outbox/errors.ts';
import { oneLine, timeText } from '../vscode/formats.ts';
import { connectionDescriptions } from './describeConnectionError.ts';
import { fileDescriptions } from './describeFileError.ts';
import { signInDescriptions } from './describeSignInError.ts';
import { describing, type ErrorAction, type ErrorDescription, withServiceText } from './errorMessage.ts';

interface ErrorMessage {
  readonly sentence: string;
  readonly actions: readonly ErrorAction[];
}

/** The first one that fits describes an error. */
const descriptions = [
  ...signInDescriptions,
  describing(ServiceError, (error) => withServiceText(describeStatus(error), error.serviceMessage)),
  ...connectionDescriptions,
  describing(ProgramStartError, ({ output }) => [
    l10n.t("Couldn't start the sandbox: {0}", oneLine(output)),
    'retry',
    'showLog',
  ]),
  describing(ShareLockedError, () => [
    l10n.t('Another window is already doing this. Try again when it has finished.'),
    'retry',
  ]),
  describing(NewerRecordError, (error) => [newerRecordSentence(error), 'showLog']),
  // VS Code says itself what the user can do, as about settings that it cannot write.
  describing(Error, ({ name, message }) =>
    name === 'CodeExpectedError' ? [oneLine(message), 'retry', 'showLog'] : undefined,
  ),
  ...fileDescriptions,
];

/** Describes an error that Roomside knows, in plain text; `undefined` for any other. */
export function describeKnownError(error: unknown): ErrorMessage | undefined {
  for (const describe of descriptions) {
    const [sentence, ...actions] = describe(error) ?? [];
    // Input boxes render links in it, and rows icons. File names and texts of the service are in many sentences.
    if (sentence !== undefined) return { sentence: plainText(sentence), actions };
  }
  return undefined;
}

/** Describes any error. For an unknown one, the text points to the log. */
export function describeError(error: unknown): ErrorMessage {
  const sentence = l10n.t('An unexpected error occurred. See the log for details.');
  return describeKnownError(error) ?? { sentence, actions: ['retry', 'showLog'] };
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
function problemSentence({ status, serviceMessage = '' }: ServiceError): string {
  return serviceMessage.trim() === ''
    ? l10n.t('The service has a problem ({0}). Try again later.', status)
    : l10n.t('The service has a problem ({0}).', status);
}

/** Describes a response with an error status [A56]. */
function describeStatus(error: ServiceError): ErrorDescription {
  const { status, path, retryAfterMs = 0 } = error;
  switch (status) {
    case 400:
      return [l10n.t("The service didn't accept the request (400)."), 'showLog'];
    case 401:
      return [l10n.t("The service didn't accept the access token (401). Sign in again."), 'signIn', 'showLog'];
    case 403:
      return [l10n.t("Your account isn't allowed to do this (403)."), 'retry', 'signIn', 'showLog'];
    case 404:
    case 410:
      return fixedPath.test(path)
        ? [
            l10n.t('No messaging service at this address ({0}). Check the service address.', status),
            'retry',
            'openSettings',
            'showLog',
          ]
        : [
            l10n.t("Not found ({0}). It may have been deleted, or you're no longer in the room.", status),
            'retry',
            'showLog',
          ];
    case 405:
    case 415:
      return [l10n.t("The service doesn't support this ({0}).", status), 'showLog'];
    case 409:
      return [l10n.t('This already exists on the service (409).'), 'showLog'];
    case 413:
      return [l10n.t('This is larger than the service accepts (413).'), 'showLog'];
    case 429:
      return [rateLimitSentence(retryAfterMs), 'retry', 'showLog'];
    default:
      return [
        status >= 500 ? problemSentence(error) : l10n.t('The service sent an unexpected response (HTTP {0}).', status),
        'retry',
        'showLog',
      ];
  }
}

/** Says what a newer Roomside has stored, what this one does without it, and the two ways out. */
function newerRecordSentence({ record }: NewerRecordError): string {
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
  return `${kept[record]} ${l10n.t('Update Roomside, or delete them with “Remove All Stored Data…”.')}`;
}
