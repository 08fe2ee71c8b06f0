import assert from 'node:assert/strict';
import { dialectIn } from './dialect.ts';
import { projectFiles, projectText } from './projectFiles.ts';

/** Files that may contain dialect, with the reason. */
const exceptions: Readonly<Record<string, string>> = {
  'test/unit/project/dialect.ts': 'It lists the words.',
  'test/unit/project/language.test.ts': 'Its examples contain the words.',
  'test/support/harness/userProcess.ts': 'An account of the system has the name.',
};

describe('the language of the sources', () => {
  it('distinguishes dialect from plain English', () => {
    const counts = ['Nobody is told.', 'Who reads this waits.', 'It stands first.', 'He asks no more'].map(
      (text) => dialectIn(text).length,
    );
    assert.deepEqual(counts, [2, 1, 1, 1]);
    const fine = ['Who can read this?', 'people who wait', 'no more than two', 'UTC stands for a time', 'whole'];
    assert.deepEqual(fine.flatMap(dialectIn), []);
  });

  it('is plain English', () => {
    const files = [...projectFiles('src/**/*.ts'), ...projectFiles('test/**/*.{ts,mjs}')].filter(
      (path) => !path.startsWith('test/support/workspace/') && exceptions[path] === undefined,
    );
    assert.ok(files.length > 500);
    const found = files.flatMap((path) =>
      // A phrase may go over two lines of a comment.
      projectText(path)
        .replace(/\n\s*(?:\*|\/\/)\s?/g, ' ')
        .split('\n')
        .flatMap((line) => dialectIn(line).map((word) => `${path}: ${word} in “${line.trim()}”`)),
    );
    assert.deepEqual(found, []);
  });
});
