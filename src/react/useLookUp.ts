import { useRef } from 'react';
import type { Store } from '../store/Store.ts';
import { HookMemory } from './HookMemory.ts';

/** What `lookUp` gives for a store, a subject and arguments: the same as in the last render where they say the same. */
export function useLookUp<S extends object, T>(
  lookUp: (store: Store, subject: S, args: readonly unknown[]) => T,
  store: Store,
  subject: S,
  args: readonly unknown[],
): T {
  // No memo: it takes React longer, and there is one in every row.
  const memory = useRef<HookMemory<S, T>>(undefined);
  // oxlint-disable-next-line compiler/refs -- it only remembers
  return (memory.current ??= new HookMemory(lookUp)).get(store, subject, args);
}
