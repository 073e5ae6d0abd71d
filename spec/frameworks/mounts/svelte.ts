import { type Component, flushSync, mount as mountComponent, unmount } from 'svelte';
import { type Mounted, namesIn } from './Mounted.ts';

export function mount(module: { readonly default: Component }, target: Element): Mounted {
  const mounted = mountComponent(module.default, { target });
  return {
    names: () => namesIn(target),
    flush: () => flushSync(),
    unmount: () => void unmount(mounted),
  };
}
