import assert from 'node:assert/strict';
import { projectFiles, projectText } from './projectFiles.ts';

/** The linter counts the lines of a function without those of the functions inside. */
const maxLines = 45;

/** A function of a module, or a method: in formatted code it ends at a brace with its indentation. */
const beginning =
  /^(?: {2}(?:(?:static|async|get|set) )*[#\w]+(?:<.*>)?\(|(?:export )?(?:async )?function\b|(?:export )?const \w+.*=> \{$)/;

interface Found {
  readonly name: string;
  readonly lineCount: number;
}

function functionsIn(text: string): readonly Found[] {
  const lines = text.split('\n');
  return lines.flatMap((line, at) => {
    if (!beginning.test(line) || line.endsWith(';')) return [];
    const indent = line.slice(0, line.length - line.trimStart().length);
    const rest = lines.slice(at + 1);
    const last = rest.findIndex(
      (each) => /^[})].*[^{]$|^}$/.test(each.slice(indent.length)) && each.startsWith(indent),
    );
    // A parenthesis ends a declaration without a body.
    return rest[last]?.trimStart().startsWith(')') ? [] : [{ name: line.trim(), lineCount: last + 2 }];
  });
}

describe('the functions of the sources', () => {
  it(`have at most ${maxLines} lines with the functions inside`, () => {
    const all = projectFiles('src/**/*.ts').flatMap((path) =>
      functionsIn(projectText(path)).map((found) => ({ path, ...found })),
    );
    assert.ok(all.length > 1000, String(all.length));
    assert.deepEqual(
      all.filter(({ lineCount }) => lineCount > maxLines),
      [],
    );
  });

  it('are counted from their name to their brace', () => {
    const text =
      'export async function a(\n  b: string,\n): void {\n  c(() => {\n  });\n}\nclass D {\n  #e(): void {\n  }\n}';
    assert.deepEqual(
      functionsIn(text).map(({ lineCount }) => lineCount),
      [6, 2, 2],
    );
  });
});
