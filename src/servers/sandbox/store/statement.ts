import type { DatabaseSync, SQLInputValue } from 'node:sqlite';

/** All rows of a query. The caller names the row's type: the tables are ours and strict. */
export function selectAll<Row>(database: DatabaseSync, sql: string, ...values: SQLInputValue[]): Row[] {
  return database.prepare(sql).all(...values) as Row[];
}

/** The first row of a query, if there is one. */
export function selectOne<Row>(database: DatabaseSync, sql: string, ...values: SQLInputValue[]): Row | undefined {
  return database.prepare(sql).get(...values) as Row | undefined;
}

/** Runs a statement; returns how many rows it changed. */
export function execute(database: DatabaseSync, sql: string, ...values: SQLInputValue[]): number {
  return Number(database.prepare(sql).run(...values).changes);
}
