import { type Tab, TabInputCustom, TabInputNotebook, TabInputText, TabInputTextDiff, type Uri, window } from 'vscode';
import { parseAttachmentUri } from '../../host/vscode/uris.ts';

/** Closes the tabs and diff editors that show attachments of these accounts. */
export async function closeAttachments(accountIds: ReadonlySet<string>): Promise<void> {
  const isAffected = (uri: Uri): boolean => accountIds.has(parseAttachmentUri(uri)?.accountId ?? '');
  const tabs = window.tabGroups.all.flatMap((group) => group.tabs).filter((tab) => urisOf(tab).some(isAffected));
  if (tabs.length > 0) await window.tabGroups.close(tabs, true);
}

function urisOf({ input }: Tab): readonly Uri[] {
  if (input instanceof TabInputTextDiff) return [input.original, input.modified];
  const isOne = input instanceof TabInputText || input instanceof TabInputCustom || input instanceof TabInputNotebook;
  return isOne ? [input.uri] : [];
}
