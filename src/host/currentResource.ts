import { TabInputCustom, TabInputNotebook, TabInputText, type Uri, window } from 'vscode';

/** The file in front of the user, whatever kind of editor shows it. */
export function currentResource(): Uri | undefined {
  const input: unknown = window.tabGroups.activeTabGroup.activeTab?.input;
  const isFile = input instanceof TabInputText || input instanceof TabInputCustom || input instanceof TabInputNotebook;
  return isFile ? input.uri : window.activeTextEditor?.document.uri;
}
