/** @jsxImportSource preact */
import type { VNode } from 'preact';
import type { EntityName } from '../../inspect/reports.ts';

const MAX_STRING = 300;

/** Whether the tree can open the value. */
export function isBranch(value: unknown): value is object {
  if (typeof value !== 'object' || value === null) return false;
  return !(value instanceof Date || value instanceof RegExp);
}

/** At most so many members of an object, an array, a map or a set. */
export function childrenOf(value: object, limit: number): [name: string, value: unknown][] {
  const members: [string, unknown][] = [];
  for (const member of membersOf(value)) {
    if (members.length === limit) break;
    members.push(member);
  }
  return members;
}

function* membersOf(value: object): Generator<[string, unknown]> {
  if (value instanceof Map) {
    for (const [key, member] of value) yield [String(key), member];
  } else if (value instanceof Set || Array.isArray(value)) {
    let index = 0;
    for (const member of value) yield [String(index++), member];
  } else {
    // An own getter may throw; the tree must not.
    for (const name of Object.keys(value)) yield [name, read(value, name)];
    if (value instanceof Error) yield ['message', value.message];
  }
}

function read(value: object, name: string): unknown {
  try {
    return Reflect.get(value, name);
  } catch (error) {
    return error;
  }
}

/** The entity that the value is an instance of; `undefined`: of none, or its pk is unknown. */
export function entityIn(value: object): EntityName | undefined {
  const { constructor, pk } = value as { readonly constructor?: unknown; readonly pk?: unknown };
  if (typeof constructor !== 'function' || typeof pk !== 'function') return undefined;
  const entityKey: unknown = Reflect.get(constructor, 'key');
  if (typeof entityKey !== 'string') return undefined;
  try {
    const known: unknown = pk.call(value);
    const isPk = typeof known === 'string' || typeof known === 'number';
    return isPk ? { entityKey, pk: String(known) } : undefined;
  } catch {
    // The program wrote the method.
    return undefined;
  }
}

/** `User`, `Array(3)`, `Object`. */
export function nameOf(value: object): string {
  if (Array.isArray(value)) return `Array(${value.length})`;
  const prototype: unknown = Object.getPrototypeOf(value);
  const name = prototype === null ? 'Object' : value.constructor?.name || 'Object';
  return value instanceof Map || value instanceof Set ? `${name}(${value.size})` : name;
}

/** The first members of a folded value: `User { id: "1", name: "Ann", … }`. */
export function preview(value: object, limit = 3): string {
  const members = childrenOf(value, limit + 1);
  const isList = Array.isArray(value) || value instanceof Set;
  const texts = members
    .slice(0, limit)
    .map(([name, member]) => (isList ? short(member) : `${name}: ${short(member)}`));
  if (members.length > limit) texts.push('…');
  const [open, close] = isList ? '[]' : '{}';
  const space = isList || texts.length === 0 ? '' : ' ';
  const name = nameOf(value);
  return `${name === 'Object' ? '' : `${name} `}${open}${space}${texts.join(', ')}${space}${close}`;
}

function short(value: unknown): string {
  if (isBranch(value)) return Array.isArray(value) ? '[…]' : '{…}';
  const text = leafText(value);
  return text.length > 30 ? `${text.slice(0, 30)}…` : text;
}

/** A value without members. */
export function Leaf({ value }: { readonly value: unknown }): VNode {
  const text = leafText(value);
  const isLong = text.length > MAX_STRING;
  return (
    <span class={classOf(value)} title={isLong ? `${text.length} characters` : undefined}>
      {isLong ? `${text.slice(0, MAX_STRING)}…` : text}
    </span>
  );
}

function leafText(value: unknown): string {
  if (typeof value === 'string') return JSON.stringify(value);
  if (typeof value === 'bigint') return `${value}n`;
  if (typeof value === 'function') return `function ${value.name}()`;
  if (value instanceof Date) {
    return Number.isNaN(value.getTime()) ? 'Invalid Date' : value.toISOString();
  }
  return String(value);
}

function classOf(value: unknown): string {
  if (value === undefined || value === null) return 'nothing';
  if (typeof value === 'number' || typeof value === 'bigint') return 'number-value';
  return typeof value === 'boolean' ? 'boolean' : 'string';
}
