import { changedSlots } from './changedSlots.ts';
import type { RowTree } from './RowTree.ts';

type Token = string | null;

const NO_ROWS: RowTree = { length: 0, shift: -1, root: undefined, content: () => undefined };

/**
 * Finds slots by the value of one field. The index describes one snapshot of the rows at a time; a
 * search in another one first applies the difference of the two. So writes cost nothing, and a search
 * after a commit costs what the commit changed.
 */
export class FieldIndex {
  readonly #field: string;
  readonly #slots = new Map<Token, number | Set<number>>();
  #rows = NO_ROWS;

  constructor(field: string) {
    this.#field = field;
  }

  /**
   * The slots, ascending, whose record has the value. `1` and `'1'` are the same value, `null` and
   * `'null'` are not.
   */
  find(rows: RowTree, value: unknown): readonly number[] {
    this.follow(rows);
    const token = tokenOf(value);
    const found = token === undefined ? undefined : this.#slots.get(token);
    if (found === undefined) return [];
    return typeof found === 'number' ? [found] : ascending([...found]);
  }

  /** Updates the index to a snapshot. Without a search this frees the previous one. */
  follow(rows: RowTree): void {
    if (rows === this.#rows) return;
    for (const slot of changedSlots(this.#rows, rows, 'content')) {
      const before = this.#tokenIn(this.#rows.content(slot));
      const after = this.#tokenIn(rows.content(slot));
      if (before === after) continue;
      if (before !== undefined) this.#delete(before, slot);
      if (after !== undefined) this.#add(after, slot);
    }
    this.#rows = rows;
  }

  #tokenIn(record: object | undefined): Token | undefined {
    if (record === undefined || !Object.hasOwn(record, this.#field)) return undefined;
    return tokenOf((record as Readonly<Record<string, unknown>>)[this.#field]);
  }

  #add(token: Token, slot: number): void {
    const slots = this.#slots.get(token);
    if (slots === undefined) this.#slots.set(token, slot);
    else if (typeof slots === 'number') this.#slots.set(token, new Set([slots, slot]));
    else slots.add(slot);
  }

  #delete(token: Token, slot: number): void {
    const slots = this.#slots.get(token);
    if (typeof slots === 'object' && slots.size > 1) slots.delete(slot);
    else this.#slots.delete(token);
  }
}

// Objects and absent values cannot be looked up. null has its own token, or it would equal 'null'.
function tokenOf(value: unknown): Token | undefined {
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
