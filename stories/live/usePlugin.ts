import { useEffect } from 'react';
import type { StorePlugin } from 'streambed';
import { useStore } from 'streambed/react';

/** Adds a plugin to the store of the page while the component is mounted. `null` adds none. */
export function usePlugin(plugin: StorePlugin | null): void {
  const store = useStore();
  useEffect(() => {
    const end = plugin?.(store);
    return () => {
      if (typeof end === 'function') end();
      else end?.unsubscribe();
    };
  }, [store, plugin]);
}
