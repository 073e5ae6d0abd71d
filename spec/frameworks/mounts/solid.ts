import { createEffect, createRoot } from 'solid-js';
import { type Mounted, namesIn } from './Mounted.ts';

interface SolidModule {
  readonly useUsers: () => () => readonly { readonly name: string }[];
}

/** Renders as `<For>` does, without a compiler for JSX. */
export function mount({ useUsers }: SolidModule, target: Element): Mounted {
  const dispose = createRoot((end) => {
    const users = useUsers();
    createEffect(() => {
      target.replaceChildren(
        ...users().map(({ name }) => {
          const item = target.ownerDocument.createElement('li');
          item.textContent = name;
          return item;
        }),
      );
    });
    return end;
  });
  return { names: () => namesIn(target), flush: () => {}, unmount: dispose };
}
