import { fieldsOf, parseJsonObject } from '../base/json.ts';

/** The texts of the cells in the file of a Jupyter notebook. `undefined` for any other text. */
export function notebookCells(text: string): readonly string[] | undefined {
  const cells = parseJsonObject(text)?.cells;
  if (!Array.isArray(cells)) return undefined;
  return cells.map((cell: unknown) => {
    const { source } = fieldsOf(cell);
    const parts: readonly unknown[] = Array.isArray(source) ? source : [source];
    return parts.filter((part) => typeof part === 'string').join('');
  });
}

/**
 * The number of the cell nearest to a number, both from 1, that has what is looked for: cells above may have been added or
 * removed.
 */
export function nearestCell(
  cells: readonly string[],
  number: number,
  isWanted: (text: string) => boolean,
): number | undefined {
  const numbers = cells.map((_, index) => index + 1);
  const byDistance = numbers.toSorted((a, b) => Math.abs(a - number) - Math.abs(b - number));
  return byDistance.find((each) => isWanted(cells[each - 1] ?? ''));
}
