import { type Component, createSSRApp } from 'vue';
import { renderToString } from 'vue/server-renderer';
import { type Mounted, namesIn } from './Mounted.ts';

/** Renders the component as a server does; `flush` waits for the page. */
export function mount(module: { readonly default: Component }, target: Element): Mounted {
  const rendered = renderToString(createSSRApp(module.default)).then((html) => {
    target.innerHTML = html;
  });
  return { names: () => namesIn(target), flush: () => rendered, unmount() {} };
}
