import { commands } from 'vscode';

/** What the Rooms view shows: one of its welcome texts, or rows. */
export type ViewState = 'starting' | 'signedOut' | 'loading' | 'empty' | 'rows';

/** Sets the context key for what the Rooms view shows. */
export async function setViewState(state: ViewState): Promise<void> {
  await commands.executeCommand('setContext', 'roomside:state', state);
}

/** Sets the context key for whether there is another account to switch to. */
export async function setSeveralAccounts(areSeveral: boolean): Promise<void> {
  await commands.executeCommand('setContext', 'roomside:severalAccounts', areSeveral);
}

/** Sets the context key for whether an account is signed in. */
export async function setSignedIn(isSignedIn: boolean): Promise<void> {
  await commands.executeCommand('setContext', 'roomside:signedIn', isSignedIn);
}

/** Sets the context keys for the options of the Rooms view. */
export async function setRoomViewOptions(options: {
  readonly isFiltered: boolean;
  readonly showsHidden: boolean;
}): Promise<void> {
  await Promise.all([
    commands.executeCommand('setContext', 'roomside:roomsFiltered', options.isFiltered),
    commands.executeCommand('setContext', 'roomside:hiddenRoomsShown', options.showsHidden),
  ]);
}

/** Sets the context keys for whether there is a share to show, and whether one has failed. */
export async function setSharesState(hasShares: boolean, hasFailed: boolean): Promise<void> {
  await Promise.all([
    commands.executeCommand('setContext', 'roomside:hasShares', hasShares),
    commands.executeCommand('setContext', 'roomside:hasFailedShares', hasFailed),
  ]);
}

/** Sets the context key for whether the input of the room filter is open. */
export async function setFilteringRooms(isOpen: boolean): Promise<void> {
  await commands.executeCommand('setContext', 'roomside:filteringRooms', isOpen);
}

/** Sets the context key for whether the active text editor has problems to share. */
export async function setEditorHasProblems(hasProblems: boolean): Promise<void> {
  await commands.executeCommand('setContext', 'roomside:editorHasProblems', hasProblems);
}

/** Sets the context key for whether pages of rooms are read for the filter. */
export async function setSearchingRooms(isSearching: boolean): Promise<void> {
  await commands.executeCommand('setContext', 'roomside:searchingRooms', isSearching);
}
