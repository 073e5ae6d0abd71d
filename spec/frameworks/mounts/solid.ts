import { type Context, createComponent, createEffect, createRoot, createSignal } from 'solid-js';
import { createStore, type EndpointState, type Store } from '../../../src/index.ts';
import type { Mounted } from './Mounted.ts';

interface SolidPage {
  readonly StoreContext: Context<Store | undefined>;
  readonly useUsers: (
    team: () => string | null,
  ) => () => EndpointState<readonly { readonly name: string }[]>;
}

/** Renders as `<For>` and `<Show>` do, without a compiler for JSX. */
export function mount({ StoreContext, useUsers: readUsers }: SolidPage, target: Element): Mounted {
  const store = createStore();
  const [team, setTeam] = createSignal<string | null>('a');
  const show = (): undefined => {
    const users = readUsers(team);
    createEffect(() => {
      const { data = [], error } = users();
      const texts = [
        ...data.map(({ name }) => ['li', name]),
        ...(error ? [['p', error.message]] : []),
      ];
      target.replaceChildren(
        ...texts.map(([tag, text]) => {
          const element = target.ownerDocument.createElement(tag);
          element.textContent = text;
          return element;
        }),
      );
    });
  };
  const dispose = createRoot((end) => {
    createComponent(StoreContext.Provider, {
      value: store,
      get children() {
        return show();
      },
    });
    return end;
  });
  return { store, setTeam, flush: () => {}, unmount: dispose };
}
