import { withBase } from 'vitepress';
import { defineComponent, h, onBeforeUnmount, onMounted, ref, shallowRef } from 'vue';
import { Editor } from './editor.ts';
import { type Example, examples } from './examples.ts';
import type { Failure, FrameMessage, PageMessage } from './messages.ts';
import './playground.css';

/**
 * An editor beside a frame. Each run has a frame of its own: removing it ends the program, with its
 * timers and stores.
 */
export default defineComponent({
  name: 'Playground',
  props: {
    /** Ids of the examples of a demo within another page, which keeps its address. */
    only: Array<string>,
  },
  setup({ only }) {
    const offered = only ? examples.filter(({ id }) => only.includes(id)) : examples;
    /** The example of an id or a hash; the first one if there is none. */
    const exampleOf = (id: string): Example =>
      offered.find((offer) => offer.id === id.replace('#', '')) ?? offered[0];
    const root = ref<HTMLElement>();
    const frame = ref<HTMLIFrameElement>();
    const example = shallowRef(exampleOf(only ? '' : location.hash));
    const isEdited = ref(false);
    const latency = ref(400);
    const failures = shallowRef<readonly Failure[]>([]);
    /** The number of the run; 0 without one. */
    const run = ref(0);
    const height = ref(0);
    let editor: Editor;

    const send = (message: PageMessage): void =>
      frame.value?.contentWindow?.postMessage(message, location.origin);
    const show = (next: readonly Failure[]): void => {
      failures.value = next;
      editor.mark(next);
    };
    const start = (): void => {
      show([]);
      run.value++;
    };
    const open = (next: Example): void => {
      const saved = sessionStorage.getItem(storageKey(next));
      example.value = next;
      editor.code = saved ?? next.code;
      if (!only) history.replaceState(history.state, '', `#${next.id}`);
      // Code from an earlier visit may loop forever: it waits for the button.
      if (saved === null) start();
      else {
        show([]);
        run.value = 0;
      }
    };
    const reset = (): void => {
      sessionStorage.removeItem(storageKey(example.value));
      open(example.value);
    };
    const changed = (code: string): void => {
      const key = storageKey(example.value);
      isEdited.value = code !== example.value.code;
      if (isEdited.value) sessionStorage.setItem(key, code);
      else sessionStorage.removeItem(key);
    };
    const received = ({ data, source }: MessageEvent<FrameMessage>): void => {
      if (source !== frame.value?.contentWindow) return;
      // Other scripts, such as extensions, send messages too.
      if (data.type === 'height') height.value = data.height;
      if (data.type === 'failed') show([...failures.value, data.failure]);
      if (data.type === 'ready') send({ type: 'run', code: editor.code, latency: latency.value });
    };
    // Before the editor, which binds the same keys.
    const pressed = (event: KeyboardEvent): void => {
      if (event.key !== 'Enter' || !(event.ctrlKey || event.metaKey)) return;
      event.preventDefault();
      event.stopPropagation();
      start();
    };
    const addressChanged = (): void => open(exampleOf(location.hash));

    onMounted(() => {
      editor = new Editor(root.value!.querySelector<HTMLElement>('.editor')!, changed);
      addEventListener('message', received);
      if (!only) addEventListener('hashchange', addressChanged);
      root.value!.addEventListener('keydown', pressed, true);
      open(example.value);
    });
    onBeforeUnmount(() => {
      removeEventListener('message', received);
      removeEventListener('hashchange', addressChanged);
      editor.destroy();
    });

    const picker = () =>
      h('label', [
        'Example ',
        h(
          'select',
          {
            value: example.value.id,
            onChange: ({ target }: Event) => open(exampleOf((target as HTMLSelectElement).value)),
          },
          offered.map(({ id, title }) => h('option', { value: id }, title)),
        ),
      ]);
    const buttons = () => [
      h('button', { class: 'run', title: 'Ctrl+Enter', onClick: start }, 'Run'),
      h('button', { disabled: !isEdited.value, onClick: reset }, 'Reset'),
      h('button', { onClick: () => send({ type: 'failNext' }) }, 'Fail the next request'),
    ];
    const slider = () =>
      h('label', { class: 'latency' }, [
        'Latency ',
        h('input', {
          type: 'range',
          min: 0,
          max: 2_000,
          step: 100,
          value: latency.value,
          onInput({ target }: Event) {
            latency.value = Number((target as HTMLInputElement).value);
            send({ type: 'latency', latency: latency.value });
          },
        }),
        h('output', `${latency.value} ms`),
      ]);
    const errors = () =>
      h(
        'div',
        { role: 'alert', class: 'failures' },
        failures.value
          .slice(0, 3)
          .map(({ message, line }) =>
            h('p', [
              line !== undefined &&
                h('button', { onClick: () => editor.goTo(line) }, `Line ${line}`),
              h('span', message),
            ]),
          ),
      );
    const result = () =>
      run.value === 0
        ? h(
            'p',
            { class: 'hint' },
            'This is your edited code from before. Run it with the button or Ctrl+Enter.',
          )
        : h('iframe', {
            key: run.value,
            ref: frame,
            title: 'What the program does',
            src: withBase('/playground/frame.html'),
            style: { '--content-height': `${height.value}px` },
          });

    return () =>
      h('div', { ref: root, class: 'playground' }, [
        h('div', { class: 'toolbar' }, [picker(), buttons(), slider()]),
        h('p', { class: 'about' }, example.value.about),
        h('div', { class: 'columns' }, [
          h('div', { class: 'program' }, [h('div', { class: 'editor' }), errors()]),
          h('div', { class: 'result' }, [result()]),
        ]),
      ]);
  },
});

function storageKey({ id }: Example): string {
  return `streambed:playground:${id}`;
}
