// What tests need an extension for: it calls a tool for language models as a chat does, signs in with a token, has a
// debugger and tests, lets VS Code remember a folder, changes the color theme, tells its process, and resets the window.
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
  // A test has replaced the file of the settings. VS Code reads it before it changes a setting.
  await vscode.workspace
    .getConfiguration('toolCaller')
    .update('resetAt', Date.now(), vscode.ConfigurationTarget.Global);
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

/** Lets Roomside ask for a token, without the questions before. It may not have started in a window that has just opened. */
async function signIn() {
  await vscode.extensions.getExtension('roomside.roomside').activate();
  await vscode.commands.executeCommand('_roomside.signInWithToken', process.env.ROOMSIDE_SANDBOX_ORIGIN);
}

/** Shows the id of the process that runs the extensions of the window. */
function showProcess() {
  vscode.window.setStatusBarMessage(`Extensions run in process ${process.pid}`, 5000);
}

/** Makes a folder a recent one, as a visit does. */
async function remember() {
  const typed = await vscode.window.showInputBox({ title: 'Path of the folder', ignoreFocusOut: true });
  const uri = vscode.workspace.workspaceFolders[0].uri.with({ path: typed });
  await vscode.commands.executeCommand('_workbench.addToRecentlyOpened', { type: 'folder', uri });
}

/** In the order of pictureTheme.ts. */
const themes = ['Dark Modern', 'Default High Contrast', 'Default High Contrast Light', 'Light Modern'];
let usedThemes = 0;

/** Uses one theme after the other. The list of VS Code would show each theme that becomes active in it. */
async function useNextTheme() {
  const theme = themes[usedThemes % themes.length];
  usedThemes += 1;
  await vscode.workspace.getConfiguration('workbench').update('colorTheme', theme, vscode.ConfigurationTarget.Global);
}

exports.activate = (context) => {
  context.subscriptions.push(
    registerDebugger(),
    vscode.commands.registerCommand('toolCaller.debug', startDebugging),
    vscode.commands.registerCommand('toolCaller.offerTests', offerTests),
    vscode.commands.registerCommand('toolCaller.call', callTool),
    vscode.commands.registerCommand('toolCaller.remember', remember),
    vscode.commands.registerCommand('toolCaller.reset', reset),
    vscode.commands.registerCommand('toolCaller.showProcess', showProcess),
    vscode.commands.registerCommand('toolCaller.signIn', signIn),
    vscode.commands.registerCommand('toolCaller.nextTheme', useNextTheme),
  );
};
