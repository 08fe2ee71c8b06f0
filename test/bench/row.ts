/** A line of the results: what was measured in a case, with its figures by name. Units are in the names. */
export interface Row {
  readonly case: string;
  readonly what: string;
  /** `undefined` where the platform does not report one. */
  readonly figures: Readonly<Record<string, number | string | undefined>>;
}

/** Numbers with three decimals, null for what the platform does not report. */
export function rowAsJson({ case: name, what, figures }: Row): string {
  const rounded = Object.entries(figures).map(([key, value]) => [
    key,
    typeof value === 'number' ? Math.round(value * 1000) / 1000 : (value ?? null),
  ]);
  return JSON.stringify({ case: name, what, ...Object.fromEntries(rounded) });
}

/** Three digits that mean something, and a dash for what the platform does not report. */
function cellOf(value: number | string | undefined): string {
  if (value === undefined) return '–';
  if (typeof value === 'string') return value;
  const size = Math.abs(value);
  return Number.isInteger(value) ? String(value) : value.toFixed(size < 10 ? 2 : size < 100 ? 1 : 0);
}

/** One table for each case: text left-aligned, numbers right-aligned. Rows of one case may have different figures. */
export function renderRows(rows: readonly Row[]): string {
  const tables = Map.groupBy(rows, ({ case: name, figures }) => `${name} ${Object.keys(figures).join()}`);
  return [...tables.values()].map(renderTable).join('\n\n');
}

function renderTable(rows: readonly Row[]): string {
  const [first] = rows;
  const heads = [first?.case ?? '', ...Object.keys(first?.figures ?? {})];
  const lines = [heads, ...rows.map(({ what, figures }) => [what, ...Object.values(figures).map(cellOf)])];
  const widths = heads.map((_, column) => Math.max(...lines.map((cells) => cells[column]?.length ?? 0)));
  const align = (cell: string, column: number): string =>
    column === 0 ? cell.padEnd(widths[0] ?? 0) : cell.padStart(widths[column] ?? 0);
  return lines.map((cells) => cells.map(align).join('  ').trimEnd()).join('\n');
}
