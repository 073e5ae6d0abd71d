import { defineComponent, h, onMounted, ref } from 'vue';

/** The document of the frame. React and Streambed are loaded in the browser only. */
export default defineComponent({
  name: 'PlaygroundFrame',
  setup() {
    const container = ref<HTMLElement>();
    onMounted(async () => {
      const { startFrame } = await import('./startFrame.tsx');
      if (container.value) startFrame(container.value);
    });
    return () => h('main', { ref: container, class: 'frame' });
  },
});
