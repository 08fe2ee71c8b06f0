import assert from 'node:assert/strict';
import { projectFiles, projectText } from '../../project/projectFiles.ts';

// What is found in each kind of editor is in the world of contents (test/unit/features/share/contentPlaces.test.ts).
describe('The unsaved version of a file', () => {
  it('is asked about in one file only', () => {
    const asking = projectFiles('src/**/*.ts').filter((path) =>
      /\bisDirty\b/.test(projectText(path).replace(/\/\*[\s\S]*?\*\//g, '')),
    );
    assert.deepEqual(asking, ['src/host/vscode/unsavedVersion.ts']);
  });
});
