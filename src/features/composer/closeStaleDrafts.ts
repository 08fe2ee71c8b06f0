import { type Tab, TabInputText, window } from 'vscode';
import type { MessageDrafts } from '../../host/vscode/messageDrafts.ts';
import { draftScheme } from '../../host/vscode/uris.ts';

/** Closes restored tabs of drafts that were sent or discarded before, for example after a crash. */
export async function closeStaleDrafts(drafts: MessageDrafts): Promise<void> {
  for (const tab of window.tabGroups.all.flatMap((group) => group.tabs)) {
    if (await isStale(tab, drafts)) await window.tabGroups.close(tab, true);
  }
}

async function isStale({ input }: Tab, drafts: MessageDrafts): Promise<boolean> {
  if (!(input instanceof TabInputText) || input.uri.scheme !== draftScheme) return false;
  return (await drafts.find(input.uri)) === undefined;
}
