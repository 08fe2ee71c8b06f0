import assert from 'node:assert/strict';
import { withVscode } from '../../../support/fakes/withVscode.ts';
import { projectFiles, projectText } from '../../project/projectFiles.ts';

const { Uri, workspace } = await withVscode(() => import('vscode'));
const { unsavedFiles } = await withVscode(() => import('../../../../src/host/vscode/unsavedVersion.ts'));

// What is found in each kind of editor is in the world of contents (test/unit/features/share/contentPlaces.test.ts).
describe('The unsaved version of a file', () => {
  it('is asked about in one file only', () => {
    const asking = projectFiles('src/**/*.ts').filter((path) =>
      /\bisDirty\b/.test(projectText(path).replace(/\/\*[\s\S]*?\*\//g, '')),
    );
    assert.deepEqual(asking, ['src/host/vscode/unsavedVersion.ts']);
  });

  it('is known where an editor has no notebooks', () => {
    const { textDocuments, notebookDocuments } = workspace;
    const changed = { uri: Uri.file('/project/a.ts'), isDirty: true };
    Object.assign(workspace, { textDocuments: [changed], notebookDocuments: undefined });
    try {
      assert.deepEqual(unsavedFiles(), [changed.uri]);
    } finally {
      Object.assign(workspace, { textDocuments, notebookDocuments });
    }
  });
});
