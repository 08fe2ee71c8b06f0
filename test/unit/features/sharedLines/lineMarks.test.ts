import assert from 'node:assert/strict';
import path from 'node:path';
import type { DecorationOptions, DecorationRenderOptions, TextDocument, TextDocumentChangeEvent } from 'vscode';
import { digestOfLines } from '../../../../src/core/base/text/lineDigests.ts';
import type { MessageLines } from '../../../../src/core/lines/messageLines.ts';
import { ReadLines } from '../../../../src/core/lines/readLines.ts';
import type { LinePorts } from '../../../../src/features/sharedLines/lineSources.ts';
import { Uri, waitUntilTrue, window, workspace } from '../../../support/fakes/fakeWindow.ts';
import { ManualClock } from '../../../support/fakes/manualClock.ts';
import { RecordingLog } from '../../../support/fakes/recordingLog.ts';
import { useGitExtension } from '../../../support/fakes/useGitExtension.ts';
import { withVscode } from '../../../support/fakes/withVscode.ts';
import { commitFiles } from '../../../support/harness/gitFolder.ts';
import { useTemporaryFolder } from '../../../support/harness/useTemporaryFolder.ts';
import { exceptOnWine } from '../../../support/needs.ts';

const { LineMarks } = await withVscode(() => import('../../../../src/features/sharedLines/lineMarks.ts'));

const code = 'return compute(1)';
let text = code;
const uri = Uri.file('/first.py');
const document = { uri, isClosed: false, getText: () => text } as TextDocument;

const never = () => ({ dispose: () => undefined });
const events = (...names: readonly string[]) => Object.fromEntries(names.map((name) => [name, never]));
let change: (event: TextDocumentChangeEvent) => void = () => undefined;
/** How many lines have a sign, by the file of its picture. */
const signs = new Map<string, number>();
const windowParts = {
  ...events('onDidChangeVisibleTextEditors'),
  createTextEditorDecorationType: ({ light }: DecorationRenderOptions) => ({ ...light, ...never() }),
  visibleTextEditors: [
    {
      document,
      setDecorations: (
        { gutterIconPath }: { gutterIconPath: { readonly path: string } },
        { length }: readonly DecorationOptions[],
      ) => signs.set(path.basename(gutterIconPath.path), length),
    },
  ],
};
const workspaceParts = {
  ...events('onDidCloseTextDocument'),
  onDidChangeTextDocument: (listener: typeof change) => {
    change = listener;
    return never();
  },
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

  const gitExtension = useGitExtension();
  const temporary = useTemporaryFolder();

  const open = (place: MessageLines['place'] = { kind: 'own', file: uri.fsPath }) => {
    const [readLines, clock] = [new ReadLines(), new ManualClock()];
    const read = (author: string, replyCount: number, range = { startLine: 1, endLine: 1 }, isDone = false): void => {
      const message = { messageId: 'm', roomId: 'r', accountId: 'a', threadId: 'm', createdMs: 1, words: '', isDone };
      const shared = text.split('\n').slice(range.startLine - 1, range.endLine);
      const { digest } = digestOfLines(shared.join('\n'));
      readLines.note('m', [{ message: { ...message, author, replyCount }, place, range, digest }]);
    };
    const ports = {
      ...{ readLines, clock, log: new RecordingLog(), extensionUri: Uri.file('/extension') },
      outbox: { snapshot: { shares: [] }, onDidChange: never },
      rooms: { accountId: 'a', onDidChangeAccount: never },
      workspaceMemory: { get: () => undefined },
    };
    return { read, clock, ports: ports as unknown as LinePorts };
  };

  it('say what was read of their message last', async () => {
    const { read, clock, ports } = open();
    read('ben@example.com', 0);
    const marks = new LineMarks(ports);
    const said = () => marks.in(uri).map(({ key, lines: { message } }) => [key, message.author, message.replyCount]);
    await marks.update(document);
    assert.deepEqual(said(), [[1, 'ben@example.com', 0]]);
    read('Ben', 2);
    clock.advance(200);
    await new Promise(setImmediate);
    assert.deepEqual(said(), [[1, 'Ben', 2]]);
    marks.dispose();
  });

  it('are ticked once the thread says that a suggestion is applied', async () => {
    const { read, clock, ports } = open();
    read('Ben', 1);
    const marks = new LineMarks(ports);
    await marks.update(document);
    const shown = () => ['shared-lines.svg', 'shared-lines-done.svg'].map((name) => signs.get(name));
    assert.deepEqual(shown(), [1, 0]);
    read('Ben', 2, { startLine: 1, endLine: 1 }, true);
    clock.advance(200);
    await new Promise(setImmediate);
    assert.deepEqual(shown(), [0, 1]);
    marks.dispose();
  });

  it('keep their lines when Git changes some of them and others above in one edit, and back', async () => {
    const { read, clock, ports } = open();
    const shared = Array.from({ length: 40 }, (_, at) => `the line ${at + 1}`);
    text = shared.join('\n');
    read('Ben', 0, { startLine: 26, endLine: 37 });
    const marks = new LineMarks(ports);
    await marks.update(document);
    const edit = (lines: readonly string[]) => {
      text = lines.join('\n');
      change({ document } as TextDocumentChangeEvent);
      clock.advance(200);
    };
    const rangeOf = () => marks.in(uri).map(({ range }) => [range.startLine, range.endLine]);
    const typed = shared.with(1, 'typed above');
    edit([...typed.slice(0, 2), 'inserted', ...typed.slice(2).with(27, 'another line 30')]);
    await waitUntilTrue('the marks are placed', () => rangeOf()[0]?.[0] === 27);
    assert.deepEqual(rangeOf(), [[27, 38]]);
    edit(typed);
    await waitUntilTrue('the marks are back', () => rangeOf()[0]?.[0] === 26);
    assert.deepEqual(rangeOf(), [[26, 37]]);
    marks.dispose();
  });

  exceptOnWine('it has no git').it(
    'stay where the commit leads when their lines changed while the file was closed',
    async () => {
      const shared = Array.from({ length: 20 }, (_, at) => `the line ${at + 1}`);
      const commit = commitFiles(temporary.path, { 'first.py': shared.join('\n') });
      gitExtension.open({ getRepository: () => null });
      const file = Uri.file(path.join(temporary.path, 'first.py'));
      const closed = { ...document, uri: file };
      text = shared.join('\n');
      for (const [stated, expected] of [
        [commit.slice(0, 10), [[7, 9]]],
        ['f'.repeat(10), []],
      ] as const) {
        const { read, ports } = open({ kind: 'own', file: file.fsPath, commit: stated });
        text = shared.join('\n');
        read('Ben', 0, { startLine: 5, endLine: 7 });
        text = ['new', 'newer', ...shared.with(5, 'another line')].join('\n');
        const marks = new LineMarks(ports);
        await marks.update(closed);
        assert.deepEqual(
          marks.in(file).map(({ range }) => [range.startLine, range.endLine]),
          expected,
        );
        marks.dispose();
      }
    },
  );
});
