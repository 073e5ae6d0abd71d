import { useSyncExternalStore } from 'react';

/** The part of the address from the `#`, such as `#/stations/12`. */
export function useHash(): string {
  return useSyncExternalStore(subscribe, () => window.location.hash);
}

/** The id in `#/stations/12`. */
export function stationIdIn(hash: string): number | undefined {
  const [, id] = /^#\/stations\/(\d+)$/.exec(hash) ?? [];
  return id === undefined ? undefined : Number(id);
}

function subscribe(listener: () => void): () => void {
  window.addEventListener('hashchange', listener);
  return () => window.removeEventListener('hashchange', listener);
}
