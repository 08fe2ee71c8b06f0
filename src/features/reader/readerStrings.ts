import { l10n } from 'vscode';
import { ServiceError } from '../../core/api/errors.ts';
import { describeError } from '../../host/errors/describeError.ts';
import { errorActionLabel } from '../../host/errors/errorMessage.ts';
import type { ReaderStrings, ShownFailure } from '../../webview/reader/protocol.ts';

/** The strings of the page. */
export function readerStrings(title: string): ReaderStrings {
  return {
    insert: l10n.t('Insert at Cursor'),
    open: l10n.t('Open in Editor'),
    here: l10n.t('Go to File'),
    compare: l10n.t('Compare with Workspace File'),
    apply: l10n.t('Apply Patch…'),
    copy: l10n.t('Copy'),
    openFile: l10n.t('Open'),
    compareFile: l10n.t('Compare with Workspace File'),
    saveFile: l10n.t('Save to Workspace…'),
    downloadFile: l10n.t('Download'),
    applyFile: l10n.t('Apply Patch…'),
    feed: l10n.t('Messages in {0}', title),
    reply: l10n.t('Reply…'),
    refresh: l10n.t('Refresh'),
    toNewest: l10n.t('Jump to Latest'),
    loading: l10n.t('Loading…'),
    actions: l10n.t('Code actions'),
    file: l10n.t('Attachment'),
    newMessage: l10n.t('1 new message'),
    // The page counts the new messages and fills in the number.
    newMessages: l10n.t('{0} new messages', '{0}'),
    noNewMessages: l10n.t('No new messages'),
  };
}

/** The action for services without a list of messages: downloading a file by its address. */
export const fetchByAddress = 'fetchByAddress';

/** Describes why messages are not listed, and what is still possible. */
export function listingFailure(error: unknown): ShownFailure {
  const { sentence, actions } = describeError(error);
  const choices = actions.map((action) => ({ id: action, label: errorActionLabel(action) }));
  if (!isNotOffered(error)) return { message: sentence, actions: choices };
  const facts = l10n.t("Messages in this room can't be displayed.");
  const possible = l10n.t('You can download a file by its URL.');
  const fetching = { id: fetchByAddress, label: l10n.t('Download from URL…') };
  return { message: `${facts} ${sentence} ${possible}`, actions: [...choices, fetching] };
}

/** Listing messages is not in the service API [X1]: a service may not support it, or not for every account. */
function isNotOffered(error: unknown): boolean {
  return error instanceof ServiceError && [403, 404, 405].includes(error.status);
}
