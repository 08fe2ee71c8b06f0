// A debugger without a program: it has stopped in one frame of src/tide.ts, with one variable.
const vscode = require('vscode');

const path = () => vscode.Uri.joinPath(vscode.workspace.workspaceFolders[0].uri, 'src', 'tide.ts').fsPath;
const level = { value: '{ high: 3.2 }', type: 'Level' };

/** The body of the answer to each request of the Debug Adapter Protocol. */
const answers = {
  initialize: () => ({ supportsConfigurationDoneRequest: true }),
  threads: () => ({ threads: [{ id: 1, name: 'main' }] }),
  stackTrace: () => ({
    stackFrames: [{ id: 1, name: 'rise', line: 3, column: 1, source: { name: 'tide.ts', path: path() } }],
    totalFrames: 1,
  }),
  scopes: () => ({ scopes: [{ name: 'Local', variablesReference: 1, expensive: false }] }),
  variables: () => ({ variables: [{ ...level, name: 'level', evaluateName: 'tide.level', variablesReference: 0 }] }),
  evaluate: () => ({ result: level.value, type: level.type, variablesReference: 0 }),
};

/** The event that follows the answer. */
const events = {
  initialize: { event: 'initialized' },
  configurationDone: { event: 'stopped', body: { reason: 'pause', threadId: 1, allThreadsStopped: true } },
  disconnect: { event: 'terminated' },
};

function createAdapter() {
  const sent = new vscode.EventEmitter();
  let seq = 0;
  const send = (message) => sent.fire({ ...message, seq: ++seq });
  return {
    onDidSendMessage: sent.event,
    handleMessage({ type, command, seq: requestSeq }) {
      if (type !== 'request') return;
      const body = answers[command]?.() ?? {};
      send({ type: 'response', request_seq: requestSeq, command, success: true, body });
      if (events[command] !== undefined) send({ type: 'event', ...events[command] });
    },
    dispose: () => sent.dispose(),
  };
}

/** Offers the debug type "tide". */
exports.registerDebugger = () =>
  vscode.debug.registerDebugAdapterDescriptorFactory('tide', {
    createDebugAdapterDescriptor: () => new vscode.DebugAdapterInlineImplementation(createAdapter()),
  });

exports.startDebugging = () =>
  vscode.debug.startDebugging(undefined, {
    type: 'tide',
    request: 'launch',
    name: 'Tide',
    internalConsoleOptions: 'neverOpen',
  });

exports.endDebugging = async () => {
  await vscode.debug.stopDebugging();
  await vscode.commands.executeCommand('workbench.debug.viewlet.action.removeAllWatchExpressions');
};
