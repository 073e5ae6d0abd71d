import { KEYS } from '../model/keys.ts';
import type { Operation } from './Operation.ts';

/** Prints an operation as a line of a report: `invalidate(user 2)`, `deliver(1)`. */
export function showOperation(operation: Operation): string {
  const { do: name, ...members } = operation;
  const shown = Object.entries(members).map(([member, value]) => showMember(member, value));
  return `${name}(${shown.join(', ')})`;
}

function showMember(member: string, value: unknown): string {
  if (member === 'key') return KEYS[value as number]?.name ?? `key ${value as number}`;
  if (member === 'writes' && Array.isArray(value)) {
    return `[${(value as Operation[]).map(showOperation).join(', ')}]`;
  }
  if (member === 'habit' && typeof value === 'object') {
    return `writes ${showOperation((value as { writes: Operation }).writes)}`;
  }
  return typeof value === 'string' ? value : JSON.stringify(value);
}
