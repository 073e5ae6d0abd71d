import * as React from 'react';
import type { ReadThenable } from './ReadThenable.ts';

type Use = <T>(usable: PromiseLike<T>) => T;

/** React 17 and 18 have no `use`. */
const { use } = React as { readonly use?: Use };

/**
 * Gives the value of a thenable, throws its reason, or suspends the render until it is settled. The only place that knows how: React 19
 * takes the thenable in every render, earlier versions want it thrown while it is pending.
 */
export function suspend<T>(thenable: ReadThenable<T>): T {
  if (use) return use(thenable);
  switch (thenable.status) {
    case 'fulfilled':
      // The cast holds: a fulfilled thenable has its value.
      return thenable.value as T;
    case 'rejected':
      throw thenable.reason;
    case 'pending':
      // React up to 18 takes a thrown thenable for a suspended render.
      throw thenable;
  }
}
