import { act, render } from '@testing-library/react';
import { StrictMode } from 'react';
import { createStore } from 'streambed';
import { StreambedDevtools } from 'streambed/devtools/react';
import { StoreProvider } from 'streambed/react';
import type { DevtoolsElement } from '../../../../src/tools/devtools/DevtoolsElement.ts';
import { until } from '../../../support/until.ts';

const elements = (): DevtoolsElement[] => [
  ...document.querySelectorAll<DevtoolsElement>('streambed-devtools'),
];

const panelOf = ({ shadowRoot }: DevtoolsElement): Element | null | undefined =>
  shadowRoot?.querySelector('.root');

afterEach(() => localStorage.clear());

describe('StreambedDevtools', () => {
  it('puts one element with the store of the provider on the page, in StrictMode, too', async () => {
    const store = createStore();
    const { container, unmount } = render(
      <StrictMode>
        <StoreProvider store={store}>
          <StreambedDevtools />
        </StoreProvider>
      </StrictMode>,
    );
    expect(elements().map((element) => element.store)).toEqual([store]);
    expect(container.childElementCount).toBe(0);
    await until('the panel is loaded', () => panelOf(elements()[0]) != null);
    unmount();
    expect(elements()).toEqual([]);
  });

  it('shows the store of its prop, without a provider, and another one later', () => {
    const [first, second] = [createStore(), createStore()];
    const { rerender, unmount } = render(<StreambedDevtools store={first} />);
    expect(elements()[0].store).toBe(first);
    rerender(<StreambedDevtools store={second} />);
    expect(elements().map((element) => element.store)).toEqual([second]);
    unmount();
  });

  it('passes on its settings', async () => {
    const { unmount } = render(
      <StreambedDevtools
        store={createStore()}
        initialIsOpen
        position="right"
        theme="dark"
        nonce="abc"
      />,
    );
    const [element] = elements();
    await until('the panel is open', () => panelOf(element)?.querySelector('.panel') != null);
    expect(panelOf(element)?.getAttribute('data-theme')).toBe('dark');
    expect(panelOf(element)?.querySelector('.panel')?.className).toBe('panel right');
    expect(element.shadowRoot?.querySelector('style')?.nonce).toBe('abc');
    act(unmount);
  });
});
