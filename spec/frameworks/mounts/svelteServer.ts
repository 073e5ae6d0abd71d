import type { Component } from 'svelte';
import { render } from 'svelte/server';
import { createStore, type ReadEndpoint, type Store } from '../../../src/index.ts';
import type { Rendered } from './Mounted.ts';

interface SveltePage {
  readonly default: Component<{ readonly store: Store; readonly first: string }>;
  readonly getUsers: ReadEndpoint;
}

export async function mount({ default: App, getUsers }: SveltePage): Promise<Rendered> {
  const store = createStore();
  await store.fetchIfStale(getUsers, { team: 'a' });
  return { html: render(App, { props: { store, first: 'a' } }).body, store };
}
