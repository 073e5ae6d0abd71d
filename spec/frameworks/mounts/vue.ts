import { type Component, createApp, nextTick } from 'vue';
import { type Mounted, namesIn } from './Mounted.ts';

export function mount(module: { readonly default: Component }, target: Element): Mounted {
  const app = createApp(module.default);
  app.mount(target);
  return {
    names: () => namesIn(target),
    flush: () => nextTick(),
    unmount: () => app.unmount(),
  };
}
