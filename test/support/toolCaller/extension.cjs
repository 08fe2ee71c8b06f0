// What tests need an extension for: it calls a tool for language models as a chat does, reports a
// problem as a language does, has a debugger and tests, and resets the window.
const vscode = require('vscode');
const { endDebugging, registerDebugger, startDebugging } = require('./tideDebugger.cjs');
const { offerTests, removeTests } = require('./tideTests.cjs');

async function callTool() {
  const typed = await vscode.window.showInputBox({ title: 'Tool and input as JSON', ignoreFocusOut: true });
  const [name, input] = JSON.parse(typed ?? '[]');
  try {
    const { content } = await vscode.lm.invokeTool(name, { input, toolInvocationToken: undefined });
    void vscode.window.showInformationMessage(`Answer: ${content.map(({ value }) => value).join('')}`);
  } catch (error) {
    void vscode.window.showInformationMessage(`Failure: ${error.message}`);
  }
}

const mostTabs = 100;

/** Closes what tests leave open, without saving, and lets Roomside delete what it has stored. */
async function reset() {
  const run = vscode.commands.executeCommand;
  await endDebugging();
  removeTests();
  for (let left = mostTabs; left > 0 && vscode.window.tabGroups.all.some(({ tabs }) => tabs.length > 0); left -= 1) {
    await run('workbench.action.revertAndCloseActiveEditor');
  }
  for (const command of [
    'workbench.action.editorLayoutSingle',
    'workbench.action.terminal.killAll',
    'workbench.action.closePanel',
    'workbench.action.closeAuxiliaryBar',
    'workbench.view.explorer',
    'workbench.files.action.collapseExplorerFolders',
    'notifications.clearAll',
    'roomside.removeStoredData',
  ]) {
    await run(command);
  }
}

/** Underlines the first line of the active editor. */
function report(problems) {
  const { document } = vscode.window.activeTextEditor;
  problems.set(document.uri, [new vscode.Diagnostic(document.lineAt(0).range, 'The tide is out.')]);
}

exports.activate = (context) => {
  const problems = vscode.languages.createDiagnosticCollection('test');
  context.subscriptions.push(
    problems,
    registerDebugger(),
    vscode.commands.registerCommand('toolCaller.debug', startDebugging),
    vscode.commands.registerCommand('toolCaller.offerTests', offerTests),
    vscode.commands.registerCommand('toolCaller.report', () => report(problems)),
    vscode.commands.registerCommand('toolCaller.call', callTool),
    vscode.commands.registerCommand('toolCaller.reset', reset),
  );
};
