import assert from 'node:assert/strict';
import { projectFiles, projectText } from './projectFiles.ts';

describe('The label of a row', () => {
  it('has no icon, whose name a screen reader would say: it is apart, by iconLabel', () => {
    const found = projectFiles('src/**/*.ts').filter((path) => /\blabel: .?\$\((?!\w+\.)/.test(projectText(path)));
    assert.deepEqual(found, []);
  });
});
