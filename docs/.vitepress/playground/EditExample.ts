import { defineClientComponent } from 'vitepress';
import { defineComponent, h, ref } from 'vue';

const Playground = defineClientComponent(() => import('./Playground.ts'));

/**
 * Below a block of code: a button that opens the block, or an example of the playground, in an
 * editor. Before that it loads nothing.
 */
export default defineComponent({
  name: 'EditExample',
  props: {
    /** The id of an example. */
    id: String,
    /** The code of the block, encoded as a part of an address. */
    code: String,
  },
  setup({ id, code }) {
    const isOpen = ref(false);
    const toggle = (): void => {
      isOpen.value = !isOpen.value;
    };
    const closed = id === undefined ? 'Edit this example' : 'Try it in an editor';
    const program = id === undefined ? { code: decodeURIComponent(code ?? '') } : { only: [id] };
    return () =>
      h('div', { class: 'edit-example' }, [
        h(
          'button',
          { 'aria-expanded': isOpen.value, onClick: toggle },
          isOpen.value ? 'Close the editor' : closed,
        ),
        isOpen.value && h(Playground, program),
      ]);
  },
});
