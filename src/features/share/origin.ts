import { commands, window } from 'vscode';
import type { Disposable } from '../../core/base/disposable.ts';
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

/** Where a share began. Closing its lists, VS Code gives the focus back by itself, unless they have lost it meanwhile. */
export class Origin implements Disposable {
  readonly #place: string | undefined;
  readonly #windows = window.onDidChangeWindowState(({ focused }) => focused || this.lose());
  #isLost = false;

  constructor(id: keyof typeof shareSources) {
    this.#place = places[id];
  }

  /** Another window or a dialog has the focus. From there, VS Code would give it to an editor. */
  lose(): void {
    this.#isLost = true;
  }

  /** To be called when the lists are closed. */
  async focus(): Promise<void> {
    if (this.#isLost && this.#place !== undefined) await commands.executeCommand(this.#place);
  }

  dispose(): void {
    this.#windows.dispose();
  }
}
