import { useData as dataOfSite } from 'vitepress';
import { defineComponent, h, onBeforeUnmount, onMounted, ref, shallowRef, watch } from 'vue';
import { AddressBar, linkTo } from './AddressBar.ts';
import { Editor } from './editor.ts';
import { type Example, examples } from './examples.ts';
import { frameDocument } from './frameDocument.ts';
import type { NamedProgram } from './hash.ts';
import type { Failure, FrameMessage, PageMessage } from './messages.ts';
import './playground.css';

/** One run of a program. */
interface Run {
  readonly number: number;
  /** The reader may type while the frame is loaded. */
  readonly code: string;
  /** The document of the frame; `undefined` until it is loaded. */
  readonly html: string | undefined;
}

/**
 * An editor beside a frame. Each run has a frame of its own: removing it ends the program, with its
 * timers and stores. The frame has an origin of its own: a program from a link reaches neither the
 * page nor what the site stores.
 */
export default defineComponent({
  name: 'Playground',
  props: {
    /** Ids of the examples of a demo within another page, which keeps its address. */
    only: Array<string>,
    /** The program of a block of code within another page. */
    code: String,
  },
  setup({ only, code: block }) {
    const offered = offeredExamples(only, block);
    const address = offered === examples ? new AddressBar() : undefined;
    /** Edited programs, by the id of their example. */
    const drafts = new Map<string, string>();
    const root = ref<HTMLElement>();
    const frame = ref<HTMLIFrameElement>();
    const example = shallowRef(offered[0]);
    const isEdited = ref(false);
    const latency = ref(400);
    const failures = shallowRef<readonly Failure[]>([]);
    const notice = ref('');
    /** `undefined` while an edited program waits for the button. */
    const run = shallowRef<Run>();
    let runs = 0;
    const { isDark } = dataOfSite();
    const height = ref(0);
    let editor: Editor;

    const send = (message: PageMessage): void =>
      // No origin names that of the frame. Messages hold only what the reader sees.
      frame.value?.contentWindow?.postMessage(message, '*');
    const show = (next: readonly Failure[]): void => {
      failures.value = next;
      editor.mark(next);
    };
    const start = async (): Promise<void> => {
      const next: Run = { number: ++runs, code: editor.code, html: undefined };
      run.value = next;
      show([]);
      try {
        const html = await frameDocument(isDark.value);
        if (run.value === next) run.value = { ...next, html };
      } catch {
        const message = 'The playground could not be loaded. Run the program to try again.';
        if (run.value === next) show([{ message, line: undefined }]);
      }
    };
    /** Shows an example, or an edited program of it. */
    const open = (next: Example, code: string | undefined): void => {
      example.value = next;
      editor.code = code ?? next.code;
      remember(editor.code);
      notice.value = '';
      // Edited code may loop forever, or come from another person: it waits for the button.
      if (code === undefined) void start();
      else {
        show([]);
        run.value = undefined;
      }
    };
    const remember = (code: string): void => {
      const { id, code: original } = example.value;
      isEdited.value = code !== original;
      if (isEdited.value) drafts.set(id, code);
      else drafts.delete(id);
    };
    const pick = (id: string): void => {
      const next = offered.find((offer) => offer.id === id) ?? offered[0];
      open(next, drafts.get(id));
      address?.enter(id);
      if (isEdited.value) address?.replace(id, editor.code);
    };
    const reset = (): void => {
      open(example.value, undefined);
      address?.replace(example.value.id, undefined);
    };
    const edited = (code: string): void => {
      remember(code);
      notice.value = '';
      address?.replace(example.value.id, isEdited.value ? code : undefined);
    };
    const copyLink = async (): Promise<void> => {
      const { id } = example.value;
      // A block has no id that names its code.
      const isNamed = id !== '' && !isEdited.value;
      const link = await linkTo(id, isNamed ? undefined : editor.code);
      if (link === undefined) {
        notice.value = 'This program is too long for a link: copy its code instead.';
        return;
      }
      notice.value = await navigator.clipboard.writeText(link).then(
        () => 'The link is copied.',
        () => `The browser allows no copying. The link is ${link}`,
      );
    };
    const openAddress = async (): Promise<void> => {
      address?.leave();
      const { hash } = location;
      const named = await address!.read();
      // The reader may have gone on, or left the page.
      if (hash !== location.hash || !root.value) return;
      const next = offered.find(({ id }) => id === named.id);
      const isKnown = next !== undefined || named.id === '';
      open(next ?? offered[0], isKnown ? named.code : undefined);
      notice.value = problemOf(named, isKnown);
    };
    const addressChanged = (): void => void openAddress();
    const received = ({ data, source }: MessageEvent<FrameMessage>): void => {
      if (source !== frame.value?.contentWindow) return;
      // Other scripts, such as extensions, send messages too.
      if (data.type === 'height') height.value = data.height;
      if (data.type === 'failed') show([...failures.value, data.failure]);
      if (data.type !== 'ready' || !run.value) return;
      send({ type: 'run', code: run.value.code, latency: latency.value });
    };
    // Before the editor, which binds the same keys.
    const pressed = (event: KeyboardEvent): void => {
      if (event.key !== 'Enter' || !(event.ctrlKey || event.metaKey)) return;
      event.preventDefault();
      event.stopPropagation();
      void start();
    };

    watch(isDark, (value) => send({ type: 'colors', isDark: value }));
    onMounted(() => {
      editor = new Editor(root.value!.querySelector<HTMLElement>('.editor')!, edited);
      addEventListener('message', received);
      root.value!.addEventListener('keydown', pressed, true);
      if (!address) {
        open(offered[0], undefined);
        return;
      }
      addEventListener('hashchange', addressChanged);
      addressChanged();
    });
    onBeforeUnmount(() => {
      removeEventListener('message', received);
      removeEventListener('hashchange', addressChanged);
      address?.leave();
      editor.destroy();
    });

    const picker = () =>
      h('label', [
        'Example ',
        h(
          'select',
          {
            value: example.value.id,
            onChange: ({ target }: Event) => pick((target as HTMLSelectElement).value),
          },
          offered.map(({ id, title }) => h('option', { value: id }, title)),
        ),
      ]);
    const buttons = () => [
      h('button', { class: 'run', title: 'Ctrl+Enter', onClick: start }, 'Run'),
      h('button', { disabled: !isEdited.value, onClick: reset }, 'Reset'),
      h('button', { onClick: copyLink }, 'Copy link'),
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
    const result = () => {
      if (!run.value) {
        const hint = 'This program is edited. Run it with the button or Ctrl+Enter.';
        return h('p', { class: 'hint' }, hint);
      }
      const { number, html } = run.value;
      if (html === undefined) return undefined;
      return h('iframe', {
        key: number,
        ref: frame,
        title: 'What the program does',
        // Forms for programs, downloads for the sessions of devtools.
        sandbox: 'allow-scripts allow-forms allow-downloads',
        srcdoc: html,
        style: { '--content-height': `${height.value}px` },
      });
    };

    return () =>
      h('div', { ref: root, class: 'playground' }, [
        h('div', { class: 'toolbar' }, [offered.length > 1 && picker(), buttons(), slider()]),
        h('p', { role: 'status', class: 'notice' }, notice.value),
        example.value.about && h('p', { class: 'about' }, example.value.about),
        h('div', { class: 'columns' }, [
          h('div', { class: 'program' }, [h('div', { class: 'editor' }), errors()]),
          h('div', { class: 'result' }, [result()]),
        ]),
      ]);
  },
});

function offeredExamples(
  only: readonly string[] | undefined,
  block: string | undefined,
): readonly Example[] {
  // A link to it has no id: the playground opens the code in place of its first example.
  if (block !== undefined) return [{ id: '', title: '', about: '', code: block }];
  return only ? examples.filter(({ id }) => only.includes(id)) : examples;
}

/** Why the page shows another program than its address names. */
function problemOf({ problem }: NamedProgram, isKnown: boolean): string {
  if (!isKnown) return 'The address names no example. This is the first one.';
  if (problem === 'too long') return 'The link is too long. This is the example without edits.';
  if (problem) return 'The link is broken or was cut. This is the example without edits.';
  return '';
}
