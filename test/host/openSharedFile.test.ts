import assert from 'node:assert/strict';
import { commands, window } from 'vscode';
import type { ShareRecord } from '../../src/core/outbox/shareRecord.ts';
import { type ShareCommandPorts, shareCommands } from '../../src/features/outbox/shareCommands.ts';
import type { ReportOptions } from '../../src/host/errors/errorReporter.ts';
import { sentShare } from '../support/fakes/sentShare.ts';
import { workspaceFile } from '../support/host/workspaceFiles.ts';

describe('Open File of a share', () => {
  const open = async (record: ShareRecord) => {
    const told: (string | undefined)[] = [];
    const errors = { report: async (_: unknown, { context }: ReportOptions) => told.push(context) };
    const sharesStatus = { markFailuresSeen: async () => undefined };
    const outbox = { snapshot: { shares: [record], unreadable: [] } };
    await shareCommands({ outbox, errors, sharesStatus } as unknown as ShareCommandPorts)['roomside.openSharedFile'](
      record.id,
    );
    return told;
  };
  afterEach(() => commands.executeCommand('workbench.action.closeAllEditors'));

  it('shows the sent lines, and reports a missing file', async () => {
    const { fsPath: path } = await workspaceFile('shared.txt', 'one\ntwo\nthree');
    assert.deepEqual(await open(sentShare('s', 0, { origin: { path, line: 2 } })), []);
    assert.equal(window.activeTextEditor?.document.uri.fsPath, path);
    assert.equal(window.activeTextEditor?.selection.start.line, 1);
    const gone = sentShare('s', 0, { origin: { path: `${path}.gone` } });
    assert.deepEqual(await open(gone), ["Couldn't open s.ts."]);
  });
});
