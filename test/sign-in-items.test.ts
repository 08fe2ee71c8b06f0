import assert from 'node:assert/strict';
import { SyntaxKind } from 'typescript/unstable/ast';
import { citedIds, definedIds } from './unit/project/citations.ts';
import { projectFiles, projectText } from './unit/project/projectFiles.ts';
import { tokensOf } from './unit/project/sourceTokens.ts';

/** The items of docs/sign-in.md. */
const items = definedIds().filter((id) => id.startsWith('S'));
const titleKinds = new Set([
  SyntaxKind.StringLiteral,
  SyntaxKind.NoSubstitutionTemplateLiteral,
  SyntaxKind.TemplateHead,
]);

/** The titles of the tests of a source, a template up to its first substitution. Comments and other strings are none. */
function testTitles(source: string): readonly string[] {
  const tokens = tokensOf(source);
  return tokens.flatMap(({ kind, text }, at) => {
    if (kind !== SyntaxKind.Identifier || (text !== 'it' && text !== 'test') || tokens[at - 1]?.text === '.') return [];
    const [paren, title] = tokens.slice(at + 1, at + 3);
    return paren?.text === '(' && title !== undefined && titleKinds.has(title.kind) ? [title.value] : [];
  });
}

/** The items a title names: `[S7]`, `[S7] [S8]`. */
function itemsOf(title: string): readonly string[] {
  return citedIds(title).filter((id) => id.startsWith('S'));
}

const titles = projectFiles('test/**/*.ts')
  .filter((path) => !path.startsWith('test/support/workspace/') && path !== 'test/sign-in-items.test.ts')
  .flatMap((path) => testTitles(projectText(path)));
const shown = titles.flatMap(itemsOf);

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

  it('sees all tests there are', () => {
    assert.ok(titles.length > 900, String(titles.length));
  });
});

describe('The items of signing in', () => {
  it('are 64', () => {
    assert.deepEqual(
      items,
      Array.from({ length: 64 }, (_, index) => `S${index + 1}`),
    );
  });

  it('each have a test that names it', () => {
    assert.deepEqual(
      items.filter((item) => !shown.includes(item)),
      [],
    );
  });
});
