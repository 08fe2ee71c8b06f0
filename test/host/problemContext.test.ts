import { commands, Diagnostic, languages, Range } from 'vscode';
import { showProblemContext } from '../../src/features/share/sources/problemActions.ts';
import { waitUntilTrue } from '../support/host/waitUntilTrue.ts';
import { openSelected, workspaceFile } from '../support/host/workspaceFiles.ts';

describe('Share Problem in menus', () => {
  it('is offered while the active editor has a problem', async () => {
    const told: unknown[] = [];
    const original = commands.executeCommand;
    Object.assign(commands, {
      executeCommand: (id: string, ...args: readonly unknown[]) => {
        if (id === 'setContext' && args[0] === 'roomside:editorHasProblems') told.push(args[1]);
        return original(id, ...args);
      },
    });
    const problems = languages.createDiagnosticCollection('tides');
    const context = showProblemContext();
    try {
      const uri = await workspaceFile('offered.txt', 'ebb\n');
      await openSelected(uri);
      problems.set(uri, [new Diagnostic(new Range(0, 0, 0, 3), 'low')]);
      await waitUntilTrue('the problem is offered', () => told.at(-1) === true);
      problems.clear();
      await waitUntilTrue('it is offered no longer', () => told.at(-1) === false);
    } finally {
      context.dispose();
      problems.dispose();
      Object.assign(commands, { executeCommand: original });
      await commands.executeCommand('workbench.action.closeAllEditors');
    }
  });
});
