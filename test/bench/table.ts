import type { ResultRow } from './resultRow.ts';
import { isUncertain } from './statistics.ts';

const heads = ['case', 'client', 'median ms', 'min', 'max', 'ratio', 'CPU ms', 'peak MB', 'added MB'];
const textColumns = 2;

/** One decimal under 100, none above, and a dash for what the platform does not report. */
export function formatNumber(value: number | undefined): string {
  if (value === undefined) return '–';
  return Math.abs(value) < 100 ? value.toFixed(1) : String(Math.round(value));
}

function formatRatio(row: ResultRow): string {
  const mark = row.ratio !== 1 && isUncertain(row.ratio, 1, row.rounds) ? '≈' : '';
  return mark + row.ratio.toFixed(2);
}

function cellsOf(row: ResultRow): string[] {
  const numbers = [row.cpuMs, row.peakMb, row.addedMb].map(formatNumber);
  const times = [row.medianMs, row.min, row.max].map(formatNumber);
  return [row.case, row.client, ...times, formatRatio(row), ...numbers];
}

/** The results as a table: text left-aligned, numbers right-aligned, a blank line between cases. */
export function renderTable(rows: readonly ResultRow[]): string {
  const [head = '', ...body] = alignColumns([heads, ...rows.map(cellsOf)], textColumns);
  const isFirstOfCase = (index: number) => rows[index]?.case !== rows[index - 1]?.case;
  return [head, ...body.map((line, index) => (isFirstOfCase(index) ? `\n${line}` : line))].join('\n');
}

/** One string per line: the first columns left-aligned, the others right-aligned. */
export function alignColumns(lines: readonly (readonly string[])[], leftColumns: number): readonly string[] {
  const widths = (lines[0] ?? []).map((_, column) => Math.max(...lines.map((cells) => cells[column]?.length ?? 0)));
  const align = (cell: string, column: number) => {
    const width = widths[column] ?? 0;
    return column < leftColumns ? cell.padEnd(width) : cell.padStart(width);
  };
  return lines.map((cells) => cells.map(align).join('  ').trimEnd());
}
