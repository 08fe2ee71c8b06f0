import { type HoverProvider, l10n, languages, workspace } from 'vscode';
import { type Disposable, DisposableStore, MutableDisposable } from '../../core/base/disposable.ts';
import type { CommandHandlers } from '../../host/commands/commandIds.ts';
import { showNothing } from '../../host/ui/showNothing.ts';
import { registerPart } from '../../host/vscode/registerPart.ts';
import { setting } from '../../host/vscode/settings.ts';
import { linesHover } from './hoverText.ts';
import { runLineAction } from './lineActions.ts';
import { LineMarks } from './lineMarks.ts';
import type { LinePorts } from './lineSources.ts';

type LineCommand =
  | 'roomside.sharedLinesInFile'
  | 'roomside.nextSharedLines'
  | 'roomside.previousSharedLines'
  | '_roomside.sharedLine';

/** Marks in the editor for lines that were shared. Loaded with the first such lines; see `awaitSharedLines`. */
export function registerSharedLines(
  ports: LinePorts,
): Disposable & { readonly commands: CommandHandlers<LineCommand> } {
  const owned = new DisposableStore();
  const shown = owned.add(new MutableDisposable<ReturnType<typeof showMarks>>());
  const follow = (): void => {
    const isOn = setting('editor.sharedLines');
    if (isOn !== (shown.value !== undefined)) shown.value = isOn ? showMarks(ports) : undefined;
  };
  owned.add(workspace.onDidChangeConfiguration(follow));
  follow();
  const withMarks = async (run: (list: typeof import('./linesInFile.ts'), marks: LineMarks) => Promise<void>) => {
    if (shown.value !== undefined) return run(await import('./linesInFile.ts'), shown.value.marks);
    void showNothing(l10n.t('Shared lines are turned off by the setting {0}.', 'roomside.editor.sharedLines'));
  };
  const commands = {
    'roomside.sharedLinesInFile': () => withMarks((list, marks) => list.showLinesInFile(marks, ports)),
    'roomside.nextSharedLines': () => withMarks((list, marks) => list.goToLines(marks, ports, 'next')),
    'roomside.previousSharedLines': () => withMarks((list, marks) => list.goToLines(marks, ports, 'previous')),
    '_roomside.sharedLine': async (action: unknown, key: unknown) => {
      if (shown.value !== undefined) await runLineAction(shown.value.marks, ports, action, key);
    },
  };
  return { commands, dispose: () => owned.dispose() };
}

/** What exists while the setting is on. */
function showMarks(ports: LinePorts): Disposable & { readonly marks: LineMarks } {
  const marks = new LineMarks(ports);
  const provider: HoverProvider = {
    provideHover: (document, { line }) => linesHover(marks, document, line, ports),
  };
  const hover = registerPart(ports.log, 'hovers', () => languages.registerHoverProvider({ scheme: 'file' }, provider));
  const dispose = (): void => {
    hover.dispose();
    marks.dispose();
  };
  return { marks, dispose };
}
