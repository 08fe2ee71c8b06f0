import { commands } from 'vscode';

/** What the Rooms view shows: one of its welcome texts, a failure, or rooms. */
export type ViewState = 'starting' | 'signedOut' | 'loading' | 'empty' | 'failed' | 'rows';

/** The context keys of the `when` clauses in the manifest. */
interface ContextKeys {
  'roomside:state': ViewState;
  'roomside:signedIn': boolean;
  /** The account is one of the sandbox. */
  'roomside:sandbox': boolean;
  'roomside:severalAccounts': boolean;
  'roomside:roomsFiltered': boolean;
  'roomside:filteringRooms': boolean;
  /** Pages of rooms are read for the filter. */
  'roomside:searchingRooms': boolean;
  'roomside:hasShares': boolean;
  /** The lists of a share are open. */
  'roomside:steps': boolean;
  /** The active document has shared lines that the user changes for a suggestion. */
  'roomside:suggestion': boolean;
  /** The active text editor has problems to share. VS Code has no such key. */
  'roomside:editorHasProblems': boolean;
}

const sent = new Map<string, unknown>();

/** Sets a context key, if it has changed. */
export async function setContext<Key extends keyof ContextKeys>(key: Key, value: ContextKeys[Key]): Promise<void> {
  if (sent.get(key) === value) return;
  sent.set(key, value);
  await commands.executeCommand('setContext', key, value);
}
