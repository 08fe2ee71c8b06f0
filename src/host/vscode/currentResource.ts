import { TabInputCustom, TabInputNotebook, TabInputText, type Uri, window } from 'vscode';

/** The file in the active editor, whatever the kind of editor. */
export function currentResource(): Uri | undefined {
  const input: unknown = window.tabGroups.activeTabGroup.activeTab?.input;
  const isFile = input instanceof TabInputText || input instanceof TabInputCustom || input instanceof TabInputNotebook;
  return isFile ? input.uri : window.activeTextEditor?.document.uri;
}
