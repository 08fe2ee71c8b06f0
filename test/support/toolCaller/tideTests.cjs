// A test controller with one test, which fails with two messages.
const vscode = require('vscode');

let controller;

/** Runs the test as the Test Explorer does. */
async function run(request) {
  const tests = controller.createTestRun(request);
  const test = controller.items.get('rises');
  const message = vscode.TestMessage.diff('The level is wrong.', 'high', 'low');
  message.location = new vscode.Location(test.uri, new vscode.Range(2, 0, 2, 1));
  tests.started(test);
  tests.failed(test, [message, new vscode.TestMessage('The moon is missing.')]);
  tests.end();
}

exports.offerTests = () => {
  exports.removeTests();
  controller = vscode.tests.createTestController('tide', 'Tide');
  const uri = vscode.Uri.joinPath(vscode.workspace.workspaceFolders[0].uri, 'src', 'tide.ts');
  controller.items.add(controller.createTestItem('rises', 'tide rises', uri));
  controller.createRunProfile('Run', vscode.TestRunProfileKind.Run, run, true);
};

exports.removeTests = () => {
  controller?.dispose();
  controller = undefined;
};
