import { withBase } from 'vitepress';
import { h, type VNode } from 'vue';
import { data } from './measured.data.ts';

/** The claims of the landing page. Each leads to its measurements. */
export function MeasuredCards(): VNode {
  const cards = data.map(({ claim, number, text, address }) =>
    h('a', { href: withBase(`/${address}`) }, [
      h('strong', claim),
      h('b', number),
      h('span', text),
    ]),
  );
  return h('div', { class: 'cards' }, cards);
}
