import { type Component, flushSync, mount as mountComponent, unmount } from 'svelte';
import { createStore, type Store } from '../../../src/index.ts';
import type { Mounted } from './Mounted.ts';

interface SveltePage {
  readonly default: Component<
    { readonly store: Store; readonly first: string },
    { setTeam(team: string | null): void }
  >;
}

export function mount({ default: App }: SveltePage, target: Element): Mounted {
  const store = createStore();
  const mounted = mountComponent(App, { target, props: { store, first: 'a' } });
  flushSync();
  return {
    store,
    setTeam: (team) => mounted.setTeam(team),
    // Svelte ends subscriptions in a microtask.
    async flush() {
      flushSync();
      await Promise.resolve();
    },
    unmount: () => void unmount(mounted),
  };
}
