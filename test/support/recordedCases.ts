import { projectText } from '../unit/project/projectFiles.ts';

/**
 * Texts and what becomes of them, from a file beside the test: below a line `=== title` the text, and below a line `--->` the
 * result, if the title does not say it.
 * @param path from the root of the project
 */
export function recordedCases(path: string): readonly (readonly [title: string, text: string, result: string])[] {
  const cases = projectText(path).split(/^=== /m).slice(1);
  return cases.map((each) => {
    const [, title = '', text = '', result = ''] = /^([^\n]*)\n(.*?)\n(?:--->\n(.*)\n)?$/s.exec(each) ?? [];
    return [title, text, result];
  });
}

/** The rows of a table in a file, below its head: the cells between `|`, without the blanks around them. */
export function recordedRows(path: string): readonly (readonly string[])[] {
  const [, ...rows] = projectText(path).trimEnd().split('\n');
  return rows.map((row) => row.split('|').map((cell) => cell.trim()));
}
