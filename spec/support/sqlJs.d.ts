/** The part of sql.js that specs use: it has no types of its own. */
declare module 'sql.js' {
  interface Statement {
    bind(params: readonly string[]): void;
    step(): boolean;
    getAsObject(): Record<string, unknown>;
    free(): void;
  }
  interface Database {
    run(sql: string, params: readonly string[]): void;
    prepare(sql: string): Statement;
  }
  export default function initSqlJs(): Promise<{ readonly Database: new () => Database }>;
}
