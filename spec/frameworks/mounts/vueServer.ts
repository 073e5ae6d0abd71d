import { type Component, createSSRApp } from 'vue';
import { renderToString } from 'vue/server-renderer';
import { type Mounted, namesIn } from './Mounted.ts';

/** Renders the component as a server does; `flush` waits for the page. */
export function mount(module: { readonly default: Component }, target: Element): Mounted {
  const render = async (): Promise<void> => {
    target.innerHTML = await renderToString(createSSRApp(module.default));
  };
  const rendered = render();
  return { names: () => namesIn(target), flush: () => rendered, unmount() {} };
}
