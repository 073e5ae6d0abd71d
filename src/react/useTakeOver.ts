import * as React from 'react';
import { useEffect, useReducer } from 'react';
import { useSyncExternalStore } from 'use-sync-external-store/shim';

/** Bundlers complain about `React.startTransition` where React has none, that is up to 17. */
const name = 'startTransition';

const startTransition = (React as { readonly [name]?: (update: () => void) => void })[name];

const subscribe = () => () => {};
const live = (): boolean => false;

/**
 * True on the server, and in the render that takes a page over. Another render follows that one, as a transition: React up to 18 would render boundaries
 * anew that get an urgent update before they are taken over.
 */
export function useTakeOver(): boolean {
  const render = { takesOver: false };
  const served = (): boolean => {
    render.takesOver = true;
    return false;
  };
  // oxlint-disable-next-line compiler/immutability -- React calls it within the render, or not at all
  useSyncExternalStore(subscribe, live, served);
  const [, renderAgain] = useReducer(countOn, 0);
  const { takesOver } = render;
  // oxlint-disable-next-line react/exhaustive-deps -- only the render that takes over is followed by another one
  useEffect(() => (takesOver ? startTransition?.(renderAgain) : undefined), []);
  return takesOver;
}

function countOn(count: number): number {
  return count + 1;
}
