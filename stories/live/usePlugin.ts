import { useEffect } from 'react';
import type { StorePlugin } from 'streambed';
import { useStore } from 'streambed/react';

/** Adds a plugin to the store of the page while the component is mounted. `null` adds none. */
export function usePlugin(plugin: StorePlugin | null): void {
  const store = useStore();
  useEffect(() => {
    let end: ReturnType<StorePlugin>;
    let isMounted = true;
    // StrictMode mounts twice: a socket of the first mount would close while it connects.
    queueMicrotask(() => {
      if (isMounted) end = plugin?.(store);
    });
    return () => {
      isMounted = false;
      if (typeof end === 'function') end();
      else end?.unsubscribe();
    };
  }, [store, plugin]);
}
