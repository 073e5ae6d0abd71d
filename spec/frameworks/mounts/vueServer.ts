import { type Component, createSSRApp, h, type InjectionKey } from 'vue';
import { renderToString } from 'vue/server-renderer';
import { createStore, type Store } from '../../../src/index.ts';
import type { Rendered } from './Mounted.ts';

interface VuePage {
  readonly default: Component;
  readonly STORE: InjectionKey<Store>;
}

export async function mount({ default: Users, STORE }: VuePage): Promise<Rendered> {
  const store = createStore();
  const app = createSSRApp(() => h(Users, { team: 'a' }));
  app.provide(STORE, store);
  return { html: await renderToString(app), store };
}
