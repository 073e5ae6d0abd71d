import { useRef } from 'react';
import type { Store } from '../store/Store.ts';
import { findOnce, type Found } from './findOnce.ts';

/** What `lookUp` gives for a store, a subject and arguments: the same as in the last render where they say the same. */
export function useLookUp<S extends object, T>(
  lookUp: (store: Store, subject: S, args: readonly unknown[]) => T,
  store: Store,
  subject: S,
  args: readonly unknown[],
): T {
  // No memo: it takes React longer, and there is one in every row.
  const memory = useRef<Found<S, T>>(undefined);
  // oxlint-disable-next-line compiler/refs -- it only remembers: renders that are thrown away do no harm
  return (memory.current = findOnce(memory.current, lookUp, store, subject, args)).value;
}
