/** The part of better-sqlite3 that specs use: it has no types of its own. */
declare module 'better-sqlite3' {
  interface Statement {
    run(...params: readonly string[]): unknown;
    all(...params: readonly string[]): Record<string, unknown>[];
  }
  export default class Database {
    constructor(path: string);
    prepare(sql: string): Statement;
  }
}
