import assert from 'node:assert/strict';
import { filesOf } from '../../../../../src/features/share/shareable.ts';
import type { SourcePorts } from '../../../../../src/features/share/sources/shareSource.ts';
import { RecordingLog } from '../../../../support/fakes/recordingLog.ts';
import { withVscode } from '../../../../support/fakes/withVscode.ts';

const [{ EndOfLine, Uri, window, workspace }, { selectionSource }] = await withVscode(() =>
  Promise.all([
    import('vscode'),
    import('../../../../../src/features/share/sources/shareSources.ts'),
    import('../../../../../src/host/git/repositoryLines.ts'),
  ]),
);

const ports = { active: { get: async () => undefined }, log: new RecordingLog() } as unknown as SourcePorts;

describe('A shared selection as a file', () => {
  afterEach(() => {
    Reflect.deleteProperty(window, 'activeTextEditor');
    Reflect.deleteProperty(workspace, 'notebookDocuments');
  });

  /** The name of the file with the second and third line of a document. */
  async function fileName(name: string, scheme = 'untitled'): Promise<string | undefined> {
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
    const shareable = (await selectionSource([], ports)) ?? assert.fail();
    return filesOf(await shareable.propose('asFile', undefined))[0]?.name;
  }

  it('has the name of the document with the lines, and a suffix that opens it as what it is', async () => {
    assert.equal(await fileName('tides.py'), 'tides.2-3.py');
    assert.equal(await fileName('Makefile'), 'Makefile.2-3.txt');
    // Lines of a cell are no notebook.
    assert.equal(await fileName('tides.ipynb', 'vscode-notebook-cell'), 'tides.2-3.ipynb.txt');
  });
});
