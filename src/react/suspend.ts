import * as React from 'react';
import type { ReadThenable } from './ReadThenable.ts';

/** Bundlers complain about `React.use` where React has none, that is up to 18. */
const name = 'use';

/** It is no hook: it may be called anywhere in a render. */
const readUsable = (React as { readonly [name]?: <T>(usable: PromiseLike<T>) => T })[name];

/**
 * Gives the value of a thenable, throws its reason, or suspends the render until it is settled. The only place that knows how: React 19
 * takes the thenable in every render, earlier versions want it thrown while it is pending.
 */
export function suspend<T>(thenable: ReadThenable<T>): T {
  if (readUsable) return readUsable(thenable);
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
