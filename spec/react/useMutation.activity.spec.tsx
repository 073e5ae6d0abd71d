import { act } from '@testing-library/react';
import { Activity, type ReactElement } from 'react';
import { Endpoint } from 'streambed';
import { useLoading, useMutation } from 'streambed/react';
import { modes } from './support/modes.ts';
import { quietConsole } from './support/quietConsole.ts';
import { renderAsync } from './support/renderAsync.tsx';
import { testStore } from './support/testStore.ts';

quietConsole();

/** Calls that the spec settles. */
function deferred() {
  let settle!: { resolve: (value: string) => void; reject: (error: Error) => void };
  const send = (): Promise<string> =>
    new Promise((resolve, reject) => {
      settle = { resolve, reject };
    });
  return {
    send,
    resolve: () => settle.resolve('saved'),
    reject: () => settle.reject(new Error('no')),
  };
}

interface FormProps {
  readonly send: () => Promise<string>;
  readonly endpoint: Endpoint<() => Promise<string>, { readonly sideEffect: true }>;
  readonly onRender: (run: () => void) => void;
}

const forms = {
  useMutation: ({ endpoint, onRender }: FormProps): ReactElement => {
    const [mutate, { loading, data, error }] = useMutation(endpoint);
    onRender(() => void mutate());
    return <b>{loading ? 'loading' : (error?.message ?? data ?? 'idle')}</b>;
  },
  useLoading: ({ send, onRender }: FormProps): ReactElement => {
    const [run, loading, error] = useLoading(send);
    onRender(() => void run());
    return <b>{loading ? 'loading' : (error?.message ?? 'idle')}</b>;
  },
};

describe.each(modes)('a call of a component that an Activity hides %s', (_, strict) => {
  async function renderForm(Form: (props: FormProps) => ReactElement) {
    const { store } = testStore();
    const call = deferred();
    const endpoint = new Endpoint(call.send, { name: 'save', sideEffect: true });
    let run!: () => void;
    const onRender = (next: () => void): void => void (run = next);
    const tree = (mode: 'visible' | 'hidden'): ReactElement => (
      <Activity mode={mode}>
        <Form send={call.send} endpoint={endpoint} onRender={onRender} />
      </Activity>
    );
    const { text, rerender } = await renderAsync(tree('visible'), { store, strict });
    const show = (mode: 'visible' | 'hidden'): Promise<void> => rerender(tree(mode));
    return { text, show, call, run: () => act(async () => run()) };
  }

  it.each([
    ['useMutation', 'resolve', 'saved'],
    ['useMutation', 'reject', 'no'],
    ['useLoading', 'resolve', 'idle'],
    ['useLoading', 'reject', 'no'],
  ] as const)('shows its outcome when it is visible again: %s, %s', async (hook, end, outcome) => {
    const { text, show, call, run } = await renderForm(forms[hook]);
    await run();
    expect(text()).toBe('loading');
    await show('hidden');
    await act(async () => call[end]());
    await show('visible');
    expect(text()).toBe(outcome);
  });

  it.each(['useMutation', 'useLoading'] as const)(
    'shows that it is in flight when it was started while hidden: %s',
    async (hook) => {
      const { text, show, run } = await renderForm(forms[hook]);
      await show('hidden');
      await run();
      await show('visible');
      expect(text()).toBe('loading');
    },
  );
});
