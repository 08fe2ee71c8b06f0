import type { DatabaseSync, SQLInputValue, SQLOutputValue } from 'node:sqlite';

/** All rows of a query. The caller names the row's type: the tables are ours and strict. */
export function selectAll<Row>(database: DatabaseSync, sql: string, ...values: SQLInputValue[]): Row[] {
  return database
    .prepare(sql)
    .all(...values)
    .map(withText) as Row[];
}

/** The first row of a query, if there is one. */
export function selectOne<Row>(database: DatabaseSync, sql: string, ...values: SQLInputValue[]): Row | undefined {
  const row = database.prepare(sql).get(...values);
  return row && (withText(row) as Row);
}

/**
 * Selects a text column as bytes, under its own name: Node 22 cuts a text at its first NUL character when it reads it.
 * The column comes back as text.
 */
export function wholeText(table: string, column: string): string {
  return `CAST(${table}.${column} AS BLOB) AS ${column}`;
}

/** The tables hold no other bytes than those of `wholeText`. */
function withText(row: Record<string, SQLOutputValue>): Record<string, SQLOutputValue> {
  for (const [name, value] of Object.entries(row)) {
    if (value instanceof Uint8Array) row[name] = Buffer.from(value).toString('utf8');
  }
  return row;
}

/** Runs a statement; returns how many rows it changed. */
export function execute(database: DatabaseSync, sql: string, ...values: SQLInputValue[]): number {
  return Number(database.prepare(sql).run(...values).changes);
}
