import type { QueuedMutation } from './QueuedMutation.ts';

/** By mutation, the earlier ones that are sent before it. Those that these wait for are left out. */
export type Turns = ReadonlyMap<QueuedMutation, readonly QueuedMutation[]>;

/**
 * Which mutations wait for which others, of those that are to be sent, in their order. A mutation
 * waits for the one that creates an entity in its args; then, if its endpoint has a group, for the
 * last one of its group, else for the last one of each row that it changes. One whose rows are
 * unknown waits for all earlier ones, and all later ones wait for it.
 */
export function turnsOf(mutations: readonly QueuedMutation[]): Turns {
  const turns = new Map<QueuedMutation, readonly QueuedMutation[]>();
  const creators = new Map<string, QueuedMutation>();
  const lastOf = new Map<string, QueuedMutation>();
  const lastOfRows = new Map<string, Map<string, QueuedMutation>>();
  /** Those since the last one whose rows are unknown, and this one. */
  let since: QueuedMutation[] = [];
  for (const mutation of mutations) {
    const { group, owner, parents, rows } = mutation;
    const earlier = new Set<QueuedMutation | undefined>();
    for (const parent of parents) earlier.add(creators.get(parent));
    creators.set(owner, mutation);
    if (group !== undefined) {
      earlier.add(lastOf.get(group));
      lastOf.set(group, mutation);
    } else if (rows) {
      if (since[0]?.rows === undefined && since[0]?.group === undefined) earlier.add(since[0]);
      rows.forEach((entityKey, pk) => {
        let last = lastOfRows.get(entityKey);
        if (!last) lastOfRows.set(entityKey, (last = new Map<string, QueuedMutation>()));
        earlier.add(last.get(pk));
        last.set(pk, mutation);
      });
    } else {
      for (const each of since) earlier.add(each);
      since = [];
    }
    since.push(mutation);
    earlier.delete(undefined);
    // The cast holds: `undefined` is deleted.
    turns.set(mutation, [...earlier] as QueuedMutation[]);
  }
  return turns;
}

/** Whether two mutations may be in flight at once. */
export function mayOverlap(a: QueuedMutation, b: QueuedMutation): boolean {
  if (a.group !== undefined || b.group !== undefined) return a.group !== b.group;
  return a.rows !== undefined && b.rows !== undefined && !a.rows.meets(b.rows);
}
