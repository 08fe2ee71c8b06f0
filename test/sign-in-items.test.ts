import assert from 'node:assert/strict';
import { citedIds, definedIds } from './unit/project/citations.ts';
import { projectFiles, projectText } from './unit/project/projectFiles.ts';
import { childOf, childrenOf, parseTypeScript, type SyntaxNode } from './unit/project/syntax.ts';

/** The items of docs/sign-in.md. */
const items = definedIds().filter((id) => id.startsWith('S'));

/** The titles of the tests of a source, a template up to its first substitution. Comments and other strings are none. */
function testTitles(source: string): readonly string[] {
  return source.includes('[S') ? titlesIn(parseTypeScript('test.ts', source)) : [];
}

function titlesIn(node: SyntaxNode): readonly string[] {
  const below = childrenOf(node);
  const isTest = /^(?:it|test)$/.test(String(childOf(node, 'callee')?.name));
  const [title] = isTest ? below.slice(1) : [];
  const [start] = title?.type === 'TemplateLiteral' ? childrenOf(title) : [];
  const text = start === undefined ? title?.value : (start.value as { readonly cooked: string }).cooked;
  return [...(typeof text === 'string' ? [text] : []), ...below.flatMap(titlesIn)];
}

/** The items a title names: `[S7]`, `[S7] [S8]`. */
function itemsOf(title: string): readonly string[] {
  return citedIds(title).filter((id) => id.startsWith('S'));
}

const shown = projectFiles('test/**/*.ts')
  .filter((path) => !path.startsWith('test/support/workspace/') && path !== 'test/sign-in-items.test.ts')
  .flatMap((path) => testTitles(projectText(path)))
  .flatMap(itemsOf);

describe('The reading of test titles', () => {
  it('sees the titles of tests, and neither comments nor names of groups nor other strings', () => {
    const source = [
      "// it('[S1] in a comment', () => {});",
      "describe('[S2] a group', () => {",
      "  it('[S3] one', () => { assert.ok('[S4]'); });",
      '  it(`[S5] two`, async () => {});',
      `  for (const what of all) it(\`[S6] [S7] of \${what} [S8]\`, () => {});`,
      "  this.it('[S9] another', () => {}); it(title, () => {}); visit('[S10]');",
      '});',
    ].join('\n');
    assert.deepEqual(testTitles(source).flatMap(itemsOf), ['S3', 'S5', 'S6', 'S7']);
  });
});

describe('The items of signing in', () => {
  it('are 64', () => {
    const expected = Array.from({ length: 64 }, (_, index) => `S${index + 1}`);
    assert.deepEqual(items, expected);
  });

  it('each have a test that names it', () => {
    const missing = items.filter((item) => !shown.includes(item));
    assert.deepEqual(missing, []);
  });
});
