// Stands for a chat: calls a tool for language models with the input that a person types, and shows what it answered.
const vscode = require('vscode');

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

exports.activate = (context) => {
  context.subscriptions.push(vscode.commands.registerCommand('toolCaller.call', callTool));
};
