/** What the storage needs of a database. Each function may be sync or async. */
export interface SQLiteDriver {
  /** Runs a statement. Parameters are texts, in place of its question marks. */
  exec(sql: string, params: readonly string[]): unknown;
  /** The rows of a statement, as objects by column. */
  all(sql: string, params: readonly string[]): SQLiteRows | Promise<SQLiteRows>;
}

type SQLiteRows = readonly Readonly<Record<string, unknown>>[];
