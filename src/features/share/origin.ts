import { commands, window } from 'vscode';
import type { Disposable } from '../../core/base/disposable.ts';
import { urisOfTab } from '../../host/vscode/uris.ts';
import type { shareSources } from './sources/shareSources.ts';

const terminal = 'workbench.action.terminal.focus';
const changes = 'workbench.scm.focus';

/** The commands of VS Code that focus where shares of these kinds begin. The others begin in the editors. */
const places: Partial<Record<keyof typeof shareSources, string>> = {
  'roomside.shareLastCommand': terminal,
  'roomside.shareTerminalSelection': terminal,
  'roomside.shareFiles': 'workbench.files.action.focusFilesExplorer',
  'roomside.shareTestFailure': 'workbench.panel.testResults.view.focus',
  'roomside.shareValue': 'workbench.debug.action.focusVariablesView',
  'roomside.shareChanges': changes,
  'roomside.shareStagedChanges': changes,
  'roomside.sendToAnotherRoom': 'roomside.shares.focus',
};

/** Focuses where shares of a kind begin, if that is no editor. */
export async function focusPlace(id: keyof typeof shareSources): Promise<void> {
  const place = places[id];
  if (place !== undefined) await commands.executeCommand(place);
}

/** Whether the active text is the left one of a comparison. */
function isOnLeftSide(): boolean {
  const [left, right] = urisOfTab(window.tabGroups.activeTabGroup.activeTab);
  return right !== undefined && `${window.activeTextEditor?.document.uri}` === `${left}`;
}

/** Where a share began. Closing its lists, VS Code gives the focus back by itself, unless they have lost it meanwhile. */
export class Origin implements Disposable {
  readonly #id: keyof typeof shareSources;
  /** VS Code opens both sides again when the page of the confirmation closes, and gives the focus to the right one. */
  readonly #isOnLeftSide = isOnLeftSide();
  readonly #windows = window.onDidChangeWindowState(({ focused }) => focused || this.lose());
  #isLost = false;

  constructor(id: keyof typeof shareSources) {
    this.#id = id;
  }

  /** Another window or a dialog has the focus. From there, VS Code would give it to an editor. */
  lose(): void {
    this.#isLost = true;
  }

  /** To be called when the lists are closed. */
  async focus(): Promise<void> {
    if (this.#isOnLeftSide && !(this.#id in places))
      await commands.executeCommand('workbench.action.compareEditor.focusSecondarySide');
    else if (this.#isLost) await focusPlace(this.#id);
  }

  dispose(): void {
    this.#windows.dispose();
  }
}
