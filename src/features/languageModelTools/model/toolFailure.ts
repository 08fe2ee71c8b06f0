import {
  ConnectionError,
  isMissing,
  PagingError,
  ServiceError,
  UnexpectedResponseError,
} from '../../../core/api/errors.ts';
import { finalStatuses } from '../../../core/api/retry.ts';
import { EmptyShareError, TooLargeError } from '../../../core/attachments/limits.ts';
import { isTransientFailure } from '../../../core/auth/accountTokens.ts';
import { RefreshDelayedError, SignInRequiredError } from '../../../core/auth/errors.ts';
import { errorWith } from '../../../core/base/errors.ts';
import { ShareNotStoredError } from '../../../core/outbox/errors.ts';
import { type DoorAnswer, exitCodes } from '../../../core/terminal/doorCall.ts';
import { ShareRequestError } from '../../../core/terminal/shareRequest.ts';
import type { PassingFailure } from '../../../core/terminal/waitForReplies.ts';

/** A tool does not do what it was called for. `answer` says to the model, in English, why and what it can do. */
export class ToolError extends errorWith<{ answer: string }>() {
  constructor(answer: string) {
    super(answer, { answer });
  }
}

const requestAnswers = {
  'too-many':
    'The user was asked too often in the last minute. Nothing was sent. Wait a minute, and do not repeat what was declined.',
  'unknown-parent': 'No message with this id is among the newest of the room. Nothing was sent.',
  'no-lines': 'The file does not have these lines. Nothing was sent.',
} as const;

/** What a model is answered about an error, and whether the same call can succeed later. */
export function failedAnswer(error: unknown): DoorAnswer {
  return {
    exit: exitCodes.notSent,
    text: toolFailureText(error),
    data: { isPassing: isPassing(error) } satisfies PassingFailure,
  };
}

function isPassing(error: unknown): boolean {
  if (error instanceof ServiceError) return error.isWebPage || !finalStatuses.has(error.status);
  return error instanceof RefreshDelayedError || isTransientFailure(error);
}

/**
 * Describes an error to a model, with what it can do, in English. Contains no text of the service or of other people,
 * which could instruct the model.
 */
export function toolFailureText(error: unknown): string {
  if (error instanceof ToolError) return error.answer;
  if (error instanceof SignInRequiredError) {
    const why = error.reason === 'expired' ? 'The session has expired.' : 'Not signed in.';
    return `${why} Tell the user to run “Roomside: Sign In” and to ask again afterward. This tool cannot sign in.`;
  }
  if (error instanceof RefreshDelayedError)
    return 'The session cannot be renewed for now, because the service does not respond. Try again in a few minutes.';
  if (error instanceof TooLargeError) {
    return `The message has ${error.byteLength} bytes, but the service accepts at most ${error.maxBytes}. Shorten it. Nothing was sent.`;
  }
  if (error instanceof ShareRequestError) return requestAnswers[error.reason];
  if (error instanceof EmptyShareError) return 'The message is empty. Nothing was sent.';
  if (error instanceof ShareNotStoredError)
    return 'The message could not be stored on disk, so nothing was sent. Tell the user that the disk may be full.';
  return serviceText(error) ?? 'An unexpected error occurred. Tell the user to run “Roomside: Show Log” for details.';
}

function serviceText(error: unknown): string | undefined {
  if (error instanceof ConnectionError) {
    return `The service cannot be reached (${error.kind}). Tell the user to run “Roomside: Diagnose Connection” to find the cause.`;
  }
  if (error instanceof UnexpectedResponseError || error instanceof PagingError) {
    return 'The response of the service is invalid. Tell the user to run “Roomside: Diagnose Connection” to find the cause.';
  }
  if (!(error instanceof ServiceError)) return undefined;
  const { status } = error;
  if (isMissing(error))
    return `The service did not find this room for the user (${status}). Use an id from roomside_list_rooms.`;
  if (status === 403) return 'The user’s account is not allowed to do this (403).';
  if (status === 429) return 'Rate limited by the service (429). Try again in a minute.';
  return status >= 500
    ? `The service has a problem (${status}). Try again later.`
    : `The service did not accept the request (${status}).`;
}
