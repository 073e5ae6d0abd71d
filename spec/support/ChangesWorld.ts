import { map } from 'rxjs';
import { watchKey } from '../../src/features/changes/materialize.ts';
import { ChangesMirror } from './ChangesMirror.ts';
import type { Step, Write } from './changesHistories.ts';
import type { Item, Pipeline, Settings } from './changesPipelines.ts';
import { ChangesTables } from './changesTables.ts';

/** Two tables and settings, and views of them that are checked after each step. */
export class ChangesWorld {
  readonly tables = new ChangesTables();
  readonly a = this.tables.table<Item>();
  readonly b = this.tables.table<Item>();
  readonly #settings: Settings;
  readonly #settingsTable;
  #echo: readonly Write[] = [];

  constructor(settings: Settings) {
    this.#settings = settings;
    this.#settingsTable = this.tables.table<Settings>({ all: settings });
    this.b.changes$.subscribe(() => this.#writeEcho());
  }

  get sources() {
    return {
      a$: this.a.changes$,
      b$: this.b.changes$,
      settings$: this.#settingsTable.changes$.pipe(
        watchKey('all'),
        map((settings) => settings ?? this.#settings),
      ),
    };
  }

  get state() {
    const settings = this.#settingsTable.rows.get('all') ?? this.#settings;
    return { a: this.a.rows, b: this.b.rows, settings };
  }

  mirror(pipeline: Pipeline): ChangesMirror<string, Item> {
    return new ChangesMirror(pipeline.build(this.sources), () => this.tables.version);
  }

  run({ writes, echo }: Step): void {
    this.#echo = echo;
    this.tables.batch(() => writes.forEach((write) => this.#write(write)));
    this.#echo = [];
  }

  #writeEcho(): void {
    const echo = this.#echo;
    this.#echo = [];
    if (echo.length > 0) this.tables.batch(() => echo.forEach((write) => this.#write(write)));
  }

  #write(write: Write): void {
    if (write.type === 'settings') return this.#settingsTable.set('all', write.settings);
    const table = write.table === 0 ? this.a : this.b;
    if (write.type === 'set') table.set(write.item.id, write.item);
    else if (write.type === 'delete') table.delete(write.id);
    else table.reset(recordOf(write.items));
  }
}

function recordOf(items: readonly Item[]): Record<string, Item> {
  const record = Object.create(null) as Record<string, Item>;
  for (const item of items) record[item.id] = item;
  return record;
}
