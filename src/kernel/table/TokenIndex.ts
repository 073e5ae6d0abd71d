import type { RecordTokens } from '../../data/schema/Schema.ts';
import { changedSlots } from './changedSlots.ts';
import type { RowTree } from './RowTree.ts';

const NO_ROWS: RowTree = { length: 0, shift: -1, root: undefined, recordAt: () => undefined };
const NONE: readonly never[] = [];

/**
 * Finds slots by the tokens of their records. The index describes one snapshot of the rows at a
 * time; a search in another one first applies the difference of the two. So writes cost nothing, and
 * a search after a commit costs what the commit changed.
 */
export class TokenIndex {
  readonly #tokensOf: RecordTokens;
  readonly #slots = new Map<unknown, number | Set<number>>();
  /** The tokens that are no texts. */
  readonly #objects = new Set<unknown>();
  #rows = NO_ROWS;

  constructor(tokensOf: RecordTokens) {
    this.#tokensOf = tokensOf;
  }

  /** The slots, ascending, whose record has all of the tokens. */
  find(rows: RowTree, tokens: readonly unknown[]): readonly number[] {
    this.follow(rows);
    let found: number[] | undefined;
    const others: Set<number>[] = [];
    for (const token of tokens) {
      const slots = this.#slots.get(token);
      if (slots === undefined) return NONE;
      if (typeof slots === 'number') found = [slots];
      else others.push(slots);
    }
    others.sort((a, b) => a.size - b.size);
    found ??= [...(others.shift() ?? NONE)];
    return ascending(found.filter((slot) => others.every((slots) => slots.has(slot))));
  }

  /** The tokens of the records that are objects. */
  objects(rows: RowTree): ReadonlySet<unknown> {
    this.follow(rows);
    return this.#objects;
  }

  /** Updates the index to a snapshot. Without a search this frees the previous one. */
  follow(rows: RowTree): void {
    if (rows === this.#rows) return;
    for (const slot of changedSlots(this.#rows, rows, 'content')) {
      const before = this.#tokensIn(this.#rows.recordAt(slot));
      const after = this.#tokensIn(rows.recordAt(slot));
      if (before === after) continue;
      for (const token of before) if (!after.includes(token)) this.#delete(token, slot);
      for (const token of after) if (!before.includes(token)) this.#add(token, slot);
    }
    this.#rows = rows;
  }

  #tokensIn(record: object | undefined): readonly unknown[] {
    return record === undefined ? NONE : this.#tokensOf(record);
  }

  #add(token: unknown, slot: number): void {
    const slots = this.#slots.get(token);
    if (slots === undefined) {
      this.#slots.set(token, slot);
      if (typeof token === 'object') this.#objects.add(token);
    } else if (typeof slots === 'number') this.#slots.set(token, new Set([slots, slot]));
    else slots.add(slot);
  }

  #delete(token: unknown, slot: number): void {
    const slots = this.#slots.get(token);
    if (typeof slots === 'object' && slots.size > 1) slots.delete(slot);
    else if (this.#slots.delete(token)) this.#objects.delete(token);
  }
}

/** The tokens of records that are found by the value of one field. */
export function tokensOfField(field: string): RecordTokens {
  return (record) => {
    if (!Object.hasOwn(record, field)) return NONE;
    const token = tokenOf((record as Readonly<Record<string, unknown>>)[field]);
    return token === undefined ? NONE : [token];
  };
}

/** Objects and absent values cannot be looked up. null has its own token, or it would equal 'null'. */
export function tokenOf(value: unknown): string | null | undefined {
  switch (typeof value) {
    case 'string':
      return value;
    case 'number':
    case 'bigint':
    case 'boolean':
      return String(value);
    default:
      return value === null ? null : undefined;
  }
}

function ascending(slots: number[]): number[] {
  for (let i = 1; i < slots.length; i++) {
    if (slots[i] < slots[i - 1]) return slots.sort((a, b) => a - b);
  }
  return slots;
}
