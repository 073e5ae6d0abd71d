import { startTransition, Suspense, useState } from 'react';
import { createRoot } from 'react-dom/client';
import { Endpoint } from '../../src/data/endpoint/Endpoint.ts';
import { StoreProvider } from '../../src/react/StoreScope.ts';
import { useSuspense } from '../../src/react/useSuspense.ts';
import { createStore } from '../../src/kernel/store/createStore.ts';
import { until } from '../support/until.ts';

const responses = new Map<number, (text: string) => void>();
const get = new Endpoint(
  (id: number) => new Promise<string>((resolve) => responses.set(id, resolve)),
  { name: 'get' },
);

it('prints no warning when React repeats the render of a transition with its response', async () => {
  const errors = jest.spyOn(console, 'error').mockImplementation(() => {});
  const store = createStore();
  const container = document.createElement('div');
  let show!: (id: number) => void;
  function Text({ id }: { readonly id: number }) {
    return <p>{useSuspense(get, id)}</p>;
  }
  function App() {
    const [id, setId] = useState(0);
    show = setId;
    return (
      <Suspense fallback="waiting">
        <Text id={id} />
      </Suspense>
    );
  }
  const root = createRoot(container);
  root.render(
    <StoreProvider store={store}>
      <App />
    </StoreProvider>,
  );
  for (let id = 0; id < 20; id++) {
    if (id > 0) startTransition(() => show(id));
    await until('the request is sent', () => responses.has(id));
    responses.get(id)!(`text ${id}`);
    await until('the text is shown', () => container.textContent === `text ${id}`);
  }
  root.unmount();
  store.dispose();
  expect(errors.mock.calls.map(([text]) => text as unknown)).toEqual([]);
});
