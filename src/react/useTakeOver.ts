import * as React from 'react';
import { useEffect, useReducer } from 'react';
import { useSyncExternalStore } from 'use-sync-external-store/shim';

/** Bundlers warn about `React.startTransition`, which React up to 17 does not export. */
const name = 'startTransition';

const startTransition = (React as { readonly [name]?: (update: () => void) => void })[name];

const subscribe = () => () => {};
const live = (): boolean => false;

/**
 * True on the server and in the render that hydrates a page. A second render follows, in a
 * transition: React up to 18 discards the server's HTML of a boundary that gets an urgent update
 * before it is hydrated.
 */
export function useTakeOver(): boolean {
  const render = { takesOver: false };
  const served = (): boolean => {
    render.takesOver = true;
    return false;
  };
  // oxlint-disable-next-line compiler/immutability -- React calls it during the render, or never
  useSyncExternalStore(subscribe, live, served);
  const [, renderAgain] = useReducer(countOn, 0);
  const { takesOver } = render;
  // oxlint-disable-next-line react/exhaustive-deps -- only the hydrating render schedules another one
  useEffect(() => (takesOver ? startTransition?.(renderAgain) : undefined), []);
  return takesOver;
}

function countOn(count: number): number {
  return count + 1;
}
