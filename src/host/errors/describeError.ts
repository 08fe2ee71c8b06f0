import { l10n } from 'vscode';
import { ConnectionError, ServiceError } from '../../core/api/errors.ts';
import { ProgramStartError } from '../../core/base/errors.ts';
import { ShareLockedError } from '../../core/outbox/errors.ts';
import { oneLine } from '../vscode/formats.ts';
import { describeAnswerError, describeConnectionError } from './describeConnectionError.ts';
import { describeFileError } from './describeFileError.ts';
import { describeServiceError } from './describeServiceError.ts';
import { describeSignInError } from './describeSignInError.ts';
import type { ErrorMessage } from './errorMessage.ts';

/** Describes an error that Roomside knows; `undefined` for any other. */
export function describeKnownError(error: unknown): ErrorMessage | undefined {
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
  return describeAnswerError(error) ?? describeSignInError(error) ?? describeFileError(error);
}

/** Describes any error. For an unknown one, the text points to the log. */
export function describeError(error: unknown): ErrorMessage {
  const sentence = l10n.t('An unexpected error occurred. See the log for details.');
  return describeKnownError(error) ?? { sentence, actions: ['retry', 'showLog'] };
}
