import { basename, delimiter, dirname } from 'node:path';
import { Disposable, type ExtensionContext, l10n, type Uri, window, workspace } from 'vscode';
import type { Lazy } from '../../core/base/lazy.ts';
import type { Log } from '../../core/base/log.ts';
import { setting } from '../../host/vscode/settings.ts';
import { commandFolder, windowVariable } from '../../platform/terminal/commandFolder.ts';

/** Programs may ask this window. */
export const isDoorAllowed = (): boolean => workspace.isTrusted && setting('terminal');

interface OfferPorts {
  readonly context: Pick<ExtensionContext, 'environmentVariableCollection' | 'globalStorageUri'>;
  readonly windowId: string;
  /** What answers. It opens or closes, as is allowed. */
  readonly load: Lazy<{ update(): Promise<void> }>;
  readonly log: Log;
}

/**
 * The same after a reload, so that restored terminals still reach their window. A window without a folder has no storage.
 * @param storage the folder of the extension for the workspace
 */
export function windowIdOf(storage: Uri | undefined): string {
  const id = storage && basename(dirname(storage.fsPath));
  return id !== undefined && /^[\w-]{1,100}$/.test(id) ? id : crypto.randomUUID();
}

/**
 * Puts `roomside` on the PATH of terminals, with the ID of the window, which is no secret. This is part of the start of VS
 * Code, so what answers the command is loaded with the first terminal.
 */
export function offerCommand({ context, windowId, load, log }: OfferPorts): Disposable {
  const { environmentVariableCollection: variables, globalStorageUri } = context;
  const update = (): void => {
    const isAllowed = isDoorAllowed();
    if (isAllowed) {
      variables.description = l10n.t('Adds the command `roomside`');
      const options = { applyAtProcessCreation: true, applyAtShellIntegration: true };
      variables.prepend('PATH', `${commandFolder(globalStorageUri.fsPath)}${delimiter}`, options);
      variables.replace(windowVariable, windowId);
    } else variables.clear();
    const isNeeded = isAllowed && window.terminals.length > 0;
    // It opens by itself when it is loaded.
    const updated = load.current?.update() ?? (isNeeded ? load() : undefined);
    updated?.catch((error: unknown) => log.error('the terminal cannot reach this window', error));
  };
  update();
  return Disposable.from(
    window.onDidOpenTerminal(update),
    workspace.onDidGrantWorkspaceTrust(update),
    workspace.onDidChangeConfiguration((change) => {
      if (change.affectsConfiguration('roomside.terminal')) update();
    }),
  );
}
