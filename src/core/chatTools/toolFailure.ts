import { ConnectionError, PagingError, ServiceError, UnexpectedResponseError } from '../api/errors.ts';
import { EmptyShareError, TooLargeError } from '../attachments/limits.ts';
import { RefreshDelayedError, SignInRequiredError } from '../auth/errors.ts';
import { RoomsideError } from '../base/errors.ts';
import { ShareNotStoredError } from '../outbox/errors.ts';
import { ToolInputError } from './toolInput.ts';

/** The workspace is in Restricted Mode: the authors of its files could instruct the calling model. */
export class UntrustedWorkspaceError extends RoomsideError {
  constructor() {
    super('tools for language models are off in an untrusted workspace');
  }
}

/**
 * The id is not that of a room of the account, or the title of the room cannot be read, so that a question could not
 * name it.
 */
export class RoomNotFoundError extends RoomsideError {
  /** `given-up`: it is not among the searched rooms, which are not all. */
  readonly reason: 'unknown' | 'given-up' | 'unreadable';

  constructor(reason: RoomNotFoundError['reason']) {
    super(`a tool was called for a room that is ${reason}`);
    this.reason = reason;
  }
}

/** A model has opened as many drafts as it may in a minute: the user is not asked about them. */
export class TooManyDraftsError extends RoomsideError {
  constructor() {
    super('a tool was called for more drafts than allowed in a minute');
  }
}

/**
 * Describes an error to a model, with what it can do, in English. Contains no text of the service or of other people,
 * which could instruct the model.
 */
export function toolFailureText(error: unknown): string {
  if (error instanceof ToolInputError) return `The input of this tool is invalid: ${error.rule}.`;
  if (error instanceof UntrustedWorkspaceError) {
    return 'Roomside’s tools are off in Restricted Mode. Tell the user that they work once this workspace is trusted.';
  }
  return (
    sessionText(error) ??
    messageText(error) ??
    serviceText(error) ??
    'An unexpected error occurred. Tell the user to run “Roomside: Show Log” for details.'
  );
}

/** Errors before anything is sent. */
function messageText(error: unknown): string | undefined {
  if (error instanceof TooLargeError) {
    return `The message has ${error.byteLength} bytes, but the service accepts at most ${error.maxBytes}. Shorten it. Nothing was sent.`;
  }
  if (error instanceof TooManyDraftsError) {
    return 'Too many drafts were opened in the last minute. Nothing was opened. Ask the user before you open more.';
  }
  if (error instanceof EmptyShareError) return 'The message is empty. Nothing was sent.';
  if (error instanceof ShareNotStoredError) {
    return 'The message could not be stored on disk, so nothing was sent. Tell the user that the disk may be full.';
  }
  if (!(error instanceof RoomNotFoundError)) return undefined;
  return {
    unknown:
      'The user is not in a room with this id. Nothing was sent. Use the id, not the title, from roomside_list_rooms.',
    'given-up':
      'The first rooms of the user were searched, and none has this id. Nothing was sent. Use the id, not the title, from roomside_list_rooms.',
    unreadable:
      'The title of this room cannot be read for now, so the user cannot be asked about it. Nothing was sent.',
  }[error.reason];
}

function sessionText(error: unknown): string | undefined {
  if (error instanceof SignInRequiredError) {
    const why = error.reason === 'expired' ? 'The session has expired.' : 'Not signed in.';
    return `${why} Tell the user to run “Roomside: Sign In” and to ask again afterward. This tool cannot sign in.`;
  }
  return error instanceof RefreshDelayedError
    ? 'The session cannot be renewed for now, because the service does not respond. Try again in a few minutes.'
    : undefined;
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
  if (status === 404)
    return 'The service did not find this room for the user (404). Use an id from roomside_list_rooms.';
  if (status === 403) return 'The user’s account is not allowed to do this (403).';
  if (status === 429) return 'Rate limited by the service (429). Try again in a minute.';
  return status >= 500
    ? `The service has a problem (${status}). Try again later.`
    : `The service did not accept the request (${status}).`;
}
