import { commands } from 'vscode';

/** What the Rooms view shows: one of its welcome texts, or rows. */
export type ViewState = 'starting' | 'signedOut' | 'loading' | 'empty' | 'rows';

/** Tells the manifest's `when` clauses what the view shows. */
export async function setViewState(state: ViewState): Promise<void> {
  await commands.executeCommand('setContext', 'roomside:state', state);
}

/** Tells the manifest's `when` clauses whether there is an account to switch to. */
export async function setSeveralAccounts(areSeveral: boolean): Promise<void> {
  await commands.executeCommand('setContext', 'roomside:severalAccounts', areSeveral);
}

/** Tells the manifest's `when` clauses whether somebody is signed in. */
export async function setSignedIn(isSignedIn: boolean): Promise<void> {
  await commands.executeCommand('setContext', 'roomside:signedIn', isSignedIn);
}

/** Tells the manifest's `when` clauses how the user wants to see the rooms. */
export async function setRoomViewOptions(wishes: {
  readonly isFiltered: boolean;
  readonly showsHidden: boolean;
}): Promise<void> {
  await Promise.all([
    commands.executeCommand('setContext', 'roomside:roomsFiltered', wishes.isFiltered),
    commands.executeCommand('setContext', 'roomside:hiddenRoomsShown', wishes.showsHidden),
  ]);
}

/** Tells the manifest's `when` clauses whether there is a share to show, and whether one has failed. */
export async function setSharesState(hasShares: boolean, hasFailed: boolean): Promise<void> {
  await Promise.all([
    commands.executeCommand('setContext', 'roomside:hasShares', hasShares),
    commands.executeCommand('setContext', 'roomside:hasFailedShares', hasFailed),
  ]);
}

/** Tells the manifest's `when` clauses whether the box of the room filter is open. */
export async function setFilteringRooms(isOpen: boolean): Promise<void> {
  await commands.executeCommand('setContext', 'roomside:filteringRooms', isOpen);
}

/** Tells the manifest's `when` clauses whether the text in the active editor has problems to share. */
export async function setEditorHasProblems(hasProblems: boolean): Promise<void> {
  await commands.executeCommand('setContext', 'roomside:editorHasProblems', hasProblems);
}
