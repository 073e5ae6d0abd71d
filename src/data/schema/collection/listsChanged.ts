import type { WalkDraft } from '../Schema.ts';

/** When lists changed last, by their entity key, ms since epoch. */
export type ChangedAt = ReadonlyMap<string, number>;

/** Its slot in the state. Only `keepListChange` fills it. */
export const CHANGED_AT = { initial: undefined };

/** Whether lists with this entity key have changed at this time, ms since epoch, or later. */
export function haveListsChanged(slots: WalkDraft['slots'], key: string, since: number): boolean {
  // The cast holds: see the slot.
  const known = slots.get(CHANGED_AT) as ChangedAt | undefined;
  return (known?.get(key) ?? -Infinity) >= since;
}
