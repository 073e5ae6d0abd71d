import { defineClientComponent } from 'vitepress';
import { defineComponent, h, onBeforeUnmount, onMounted, ref } from 'vue';

const Playground = defineClientComponent(() => import('../playground/Playground.ts'));

/** Two examples of the playground. Its code is loaded when the demo comes near the screen. */
export default defineComponent({
  name: 'LandingDemo',
  setup() {
    const place = ref<HTMLElement>();
    const isNear = ref(false);
    let observer: IntersectionObserver | undefined;
    onMounted(() => {
      observer = new IntersectionObserver(([{ isIntersecting }]) => {
        if (!isIntersecting) return;
        isNear.value = true;
        observer?.disconnect();
      });
      observer.observe(place.value!);
    });
    onBeforeUnmount(() => observer?.disconnect());
    return () =>
      h(
        'div',
        { ref: place, class: 'demo' },
        isNear.value ? h(Playground, { only: ['list-of-all', 'use-suspense'] }) : [],
      );
  },
});
