import type { WalkDraft } from '../Schema.ts';

/** When lists changed last, by their entity key, ms since epoch. */
export type ChangedAt = ReadonlyMap<string, number>;

/** Its slot in the state. Only `keepListChange` fills it. */
export const CHANGED_AT = { initial: undefined };

/** Under which name the map has changes by `push` and the like, which no other store can follow. */
export function ofCalls(key: string): string {
  return `+${key}`;
}

/** When lists changed last; `undefined`: never. */
export function changesOfLists(slots: WalkDraft['slots']): ChangedAt | undefined {
  // The cast holds: see the slot.
  return slots.get(CHANGED_AT) as ChangedAt | undefined;
}

/** Whether lists with this entity key have changed at this time, ms since epoch, or later. */
export function haveListsChanged(slots: WalkDraft['slots'], key: string, since: number): boolean {
  return (changesOfLists(slots)?.get(key) ?? -Infinity) >= since;
}
