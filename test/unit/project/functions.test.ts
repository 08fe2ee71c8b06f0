import assert from 'node:assert/strict';
import { projectFiles, projectText } from './projectFiles.ts';
import { childrenOf, parseTypeScript, type SyntaxNode } from './syntax.ts';

/** The linter counts the lines of a function without those of the functions inside. */
const maxLines = 45;

/** The line counts of all functions and methods. */
function functionLengths(node: SyntaxNode, text: string): readonly number[] {
  const own = /Function/.test(node.type) && node.body ? [text.slice(node.start, node.end).split('\n').length] : [];
  return [...own, ...childrenOf(node).flatMap((child) => functionLengths(child, text))];
}

describe('the functions of the sources', () => {
  it(`have at most ${maxLines} lines with the functions inside`, () => {
    const all = projectFiles('src/**/*.ts').flatMap((path) => {
      const text = projectText(path);
      return functionLengths(parseTypeScript(path, text), text).map((lineCount) => ({ path, lineCount }));
    });
    assert.ok(all.length > 1000 && all.some(({ lineCount }) => lineCount > 40), String(all.length));
    const tooLong = all.filter(({ lineCount }) => lineCount > maxLines);
    assert.deepEqual(tooLong, []);
  });
});
