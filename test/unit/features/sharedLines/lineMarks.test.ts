import assert from 'node:assert/strict';
import type { TextDocument } from 'vscode';
import { digestOfLines } from '../../../../src/core/base/text/lineDigests.ts';
import { ReadLines } from '../../../../src/core/sharedLines/readLines.ts';
import type { LinePorts } from '../../../../src/features/sharedLines/lineSources.ts';
import { Uri, window, workspace } from '../../../support/fakes/fakeWindow.ts';
import { ManualClock } from '../../../support/fakes/manualClock.ts';
import { RecordingLog } from '../../../support/fakes/recordingLog.ts';
import { withVscode } from '../../../support/fakes/withVscode.ts';

const { LineMarks } = await withVscode(() => import('../../../../src/features/sharedLines/lineMarks.ts'));

const code = 'return compute(1)';
const uri = Uri.file('/first.py');
const document = { uri, isClosed: false, getText: () => code } as TextDocument;

const never = () => ({ dispose: () => undefined });
const events = (...names: readonly string[]) => Object.fromEntries(names.map((name) => [name, never]));
const windowParts = {
  ...events('createTextEditorDecorationType', 'onDidChangeVisibleTextEditors'),
  visibleTextEditors: [{ document, setDecorations: () => undefined }],
};
const workspaceParts = {
  ...events('onDidChangeTextDocument', 'onDidSaveTextDocument', 'onDidCloseTextDocument'),
  asRelativePath: () => 'first.py',
};

describe('The marks of an editor', () => {
  before(() => {
    Object.assign(window, windowParts);
    Object.assign(workspace, workspaceParts);
  });
  after(() => {
    for (const name of Object.keys(windowParts)) Reflect.deleteProperty(window, name);
    for (const name of Object.keys(workspaceParts)) Reflect.deleteProperty(workspace, name);
  });

  it('say what was read of their message last', async () => {
    const [readLines, clock] = [new ReadLines(), new ManualClock()];
    const read = (author: string, replyCount: number): void => {
      const message = { messageId: 'm', roomId: 'r', accountId: 'a', threadId: 'm', createdMs: 1, words: '' };
      const { digest } = digestOfLines(code);
      const place = { kind: 'own' as const, file: uri.fsPath };
      readLines.note('m', [
        { message: { ...message, author, replyCount }, place, range: { startLine: 1, endLine: 1 }, digest },
      ]);
    };
    read('ben@example.com', 0);
    const ports = {
      ...{ readLines, clock, log: new RecordingLog(), extensionUri: Uri.file('/extension') },
      outbox: { snapshot: { shares: [] }, onDidChange: never },
      rooms: { accountId: 'a', onDidChangeAccount: never },
      workspaceMemory: { get: () => undefined },
    };
    const marks = new LineMarks(ports as unknown as LinePorts);
    const said = () => marks.in(uri).map(({ key, lines: { message } }) => [key, message.author, message.replyCount]);
    await marks.update(document);
    assert.deepEqual(said(), [[1, 'ben@example.com', 0]]);
    read('Ben', 2);
    clock.advance(200);
    await new Promise(setImmediate);
    assert.deepEqual(said(), [[1, 'Ben', 2]]);
    marks.dispose();
  });
});
