import { useSyncExternalStore } from 'react';

const phone = matchMedia('(width < 640px)');

function watch(onChange: () => void): () => void {
  phone.addEventListener('change', onChange);
  return () => phone.removeEventListener('change', onChange);
}

/** Height of a row of orders, px: one line, and two on a phone. */
export function useRowHeight(): number {
  return useSyncExternalStore(watch, () => (phone.matches ? 60 : 38));
}
