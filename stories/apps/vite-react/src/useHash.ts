import { useSyncExternalStore } from 'react';

/** The part of the address behind the `#`, such as `/people`. */
export function useHash(): string {
  return useSyncExternalStore(subscribe, readHash);
}

function subscribe(listener: () => void): () => void {
  window.addEventListener('hashchange', listener);
  return () => window.removeEventListener('hashchange', listener);
}

function readHash(): string {
  return window.location.hash.slice(1) || '/people';
}
