import { l10n } from 'vscode';
import { ConnectionError, ServiceError } from '../../core/api/errors.ts';
import { ProgramStartError } from '../../core/base/errors.ts';
import { ShareInHandError } from '../../core/outbox/errors.ts';
import { answerWords } from './answerWords.ts';
import { connectionWords } from './connectionWords.ts';
import { fileWords } from './fileWords.ts';
import { oneLine } from './oneLine.ts';
import { serviceWords } from './serviceWords.ts';
import { signInWords } from './signInWords.ts';
import type { FailureWords } from './words.ts';

/** Words a failure that Roomside knows; `undefined` for one it does not. */
export function failureWords(error: unknown): FailureWords | undefined {
  if (error instanceof ServiceError) return signInWords(error) ?? serviceWords(error);
  if (error instanceof ConnectionError) return connectionWords(error);
  if (error instanceof ProgramStartError) {
    return {
      sentence: l10n.t('The sandbox could not be started: {0}', oneLine(error.output)),
      waysOut: ['retry', 'showLog'],
    };
  }
  if (error instanceof ShareInHandError) {
    return { sentence: l10n.t('Another window is busy with it. Try again when it is done.'), waysOut: ['retry'] };
  }
  return answerWords(error) ?? signInWords(error) ?? fileWords(error);
}

/** Words any failure: one that Roomside does not know sends the reader to the log. */
export function anyFailureWords(error: unknown): FailureWords {
  const sentence = l10n.t('Something unexpected went wrong; the log has the details.');
  return failureWords(error) ?? { sentence, waysOut: ['retry', 'showLog'] };
}
