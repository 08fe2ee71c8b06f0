import assert from 'node:assert/strict';
import { writeFileSync } from 'node:fs';
import path from 'node:path';
import { filesOf } from '../../../../../src/features/share/shareable.ts';
import type { SourcePorts } from '../../../../../src/features/share/sources/shareSource.ts';
import { EndOfLine, Uri, window, workspace } from '../../../../support/fakes/fakeWindow.ts';
import { RecordingLog } from '../../../../support/fakes/recordingLog.ts';
import { useGitExtension } from '../../../../support/fakes/useGitExtension.ts';
import { withVscode } from '../../../../support/fakes/withVscode.ts';
import { gitIn } from '../../../../support/harness/gitFolder.ts';
import { useTemporaryFolder } from '../../../../support/harness/useTemporaryFolder.ts';
import { exceptOnWine } from '../../../../support/needs.ts';

const { selectionSource } = await withVscode(() => import('../../../../../src/features/share/sources/shareSources.ts'));
const { currentFileSource } = await withVscode(
  () => import('../../../../../src/features/share/sources/fileSources.ts'),
);
const { notebookCellSource } = await withVscode(
  () => import('../../../../../src/features/share/sources/notebookCell.ts'),
);

const ports = { active: { get: async () => undefined }, log: new RecordingLog() } as unknown as SourcePorts;

describe('A shared selection', () => {
  const temporary = useTemporaryFolder();
  const gitExtension = useGitExtension();
  afterEach(() => {
    Reflect.deleteProperty(window, 'activeTextEditor');
    Object.assign(workspace, { notebookDocuments: [], textDocuments: [] });
  });

  /** The second and third line of a document. */
  async function selected(name: string, scheme = 'untitled') {
    const uri = Uri.from({ scheme, path: name });
    const selection = {
      isEmpty: false,
      start: { line: 1, character: 0, compareTo: () => 0 },
      end: { line: 2, character: 1 },
    };
    const document = {
      ...{ uri, languageId: 'python', isDirty: false, isUntitled: false, eol: EndOfLine.LF },
      getText: () => 'b\nc',
    };
    const notebook = { uri: Uri.file(name), getCells: () => [{ index: 0, document }] };
    Object.assign(workspace, { notebookDocuments: [notebook] });
    Object.assign(window, { activeTextEditor: { document, selections: [selection] } });
    return (await selectionSource([], ports)) ?? assert.fail();
  }

  async function fileName(name: string, scheme?: string): Promise<string | undefined> {
    return filesOf(await (await selected(name, scheme)).propose('asFile', undefined))[0]?.name;
  }

  it('has as a file the name of the document with the lines, and a suffix that opens it as what it is', async () => {
    assert.equal(await fileName('tides.py'), 'tides.2-3.py');
    assert.equal(await fileName('Makefile'), 'Makefile.2-3.txt');
    // Lines of a cell are no notebook.
    assert.equal(await fileName('tides.ipynb', 'vscode-notebook-cell'), 'tides.2-3.ipynb.txt');
  });

  it('of a document in no file system has a name, and no warning about Git', async () => {
    const shareable = await selected('', 'search-editor');
    const { warnings, name } = await shareable.propose('send', undefined);
    assert.deepEqual([warnings, name], [[], 'untitled:2–3']);
    const { document } = window.activeTextEditor ?? assert.fail();
    Object.assign(workspace, { textDocuments: [document] });
    const file = await currentFileSource([document.uri], ports);
    assert.equal(filesOf((await file?.propose('send', undefined)) ?? assert.fail())[0]?.name, 'untitled.txt');
  });

  it('is that of the editor before a page of Roomside, which names it, and of no other value', async () => {
    await selected('before.py');
    const before = window.activeTextEditor ?? assert.fail();
    await selected('active.py');
    Object.assign(workspace, { textDocuments: [before.document] });
    const nameFor = async (value: unknown) => {
      const shareable = await selectionSource([{ kind: 'room' }, value], ports);
      return filesOf((await shareable?.propose('asFile', undefined)) ?? assert.fail())[0]?.name;
    };
    assert.equal(await nameFor(before), 'before.2-3.py');
    for (const other of [undefined, null, [], { document: {} }, 'before.py'])
      assert.equal(await nameFor(other), 'active.2-3.py');
  });

  exceptOnWine('no git').it('of a cell comes with the warnings about its notebook', async () => {
    gitIn(temporary.path, 'init', '-q');
    writeFileSync(path.join(temporary.path, '.gitignore'), '*.ipynb\n');
    gitExtension.open();
    const file = path.join(temporary.path, 'tides.ipynb');
    const document = { getText: () => 'b', languageId: 'python' };
    const cell = { document, notebook: { uri: Uri.file(file) }, index: 0, outputs: [] };
    for (const shareable of [await selected(file, 'vscode-notebook-cell'), await notebookCellSource([cell], ports)]) {
      const proposal = await shareable?.propose('send', undefined);
      assert.deepEqual(proposal?.warnings, ['tides.ipynb: ignored by Git']);
    }
  });

  it('of a cell is ready for the choice of the room while Git is still asked about its notebook', async () => {
    const asked = Promise.withResolvers<void>();
    const activate = (): Promise<never> => {
      asked.resolve();
      return new Promise(() => undefined);
    };
    gitExtension.set({ activate });
    const document = { getText: () => 'b', languageId: 'python' };
    const notebook = { uri: Uri.file(path.join(temporary.path, 'tides.ipynb')) };
    const source = notebookCellSource([{ document, notebook, index: 0, outputs: [] }], ports);
    const late = asked.promise.then(async () => void (await new Promise(setImmediate)));
    assert.ok(await Promise.race([source, late]));
  });
});
