import { defineClientComponent, withBase } from 'vitepress';
import { defineComponent, h, onBeforeUnmount, onMounted, ref, type VNode } from 'vue';

const Playground = defineClientComponent(() => import('../playground/Playground.ts'));

/** Two examples of the playground. Its code is loaded when the demo is scrolled into view. */
export default defineComponent({
  name: 'LandingDemo',
  setup() {
    const place = ref<HTMLElement>();
    const isShown = ref(false);
    let observer: IntersectionObserver | undefined;
    onMounted(() => {
      const see = ([{ isIntersecting }]: IntersectionObserverEntry[]): void => {
        if (!isIntersecting) return;
        isShown.value = true;
        observer?.disconnect();
      };
      // Its upper edge alone is not enough: most readers see that without scrolling.
      observer = new IntersectionObserver(see, { rootMargin: '0px 0px -200px' });
      observer.observe(place.value!);
    });
    onBeforeUnmount(() => observer?.disconnect());
    return () => [
      h(
        'div',
        { ref: place, class: 'demo' },
        isShown.value ? h(Playground, { only: ['list-of-all', 'use-suspense'] }) : [],
      ),
      h('p', ['More programs are in the ', playground(), '.']),
    ];
  },
});

function playground(): VNode {
  return h('a', { href: withBase('/playground/') }, 'playground');
}
