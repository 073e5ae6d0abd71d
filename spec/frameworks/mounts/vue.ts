import { type Component, createApp, h, type InjectionKey, nextTick, shallowRef } from 'vue';
import { createStore, type Store } from '../../../src/index.ts';
import type { Mounted } from './Mounted.ts';

interface VuePage {
  readonly default: Component;
  readonly STORE: InjectionKey<Store>;
}

export function mount({ default: Users, STORE }: VuePage, target: Element): Mounted {
  const store = createStore();
  const team = shallowRef<string | null>('a');
  const app = createApp(() => h(Users, { team: team.value }));
  app.provide(STORE, store);
  app.mount(target);
  return {
    store,
    setTeam: (next) => (team.value = next),
    flush: () => nextTick(),
    unmount: () => app.unmount(),
  };
}
