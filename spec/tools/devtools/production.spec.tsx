import { createElement } from 'react';
import { renderToString } from 'react-dom/server';
import type * as devtoolsOf from 'streambed/devtools';
import type * as devtoolsReactOf from 'streambed/devtools/react';
import type * as streambed from 'streambed';

it('the plugin, the element and the component do nothing in production builds', () => {
  jest.replaceProperty(process, 'env', { ...process.env, NODE_ENV: 'production' });
  const define = jest.spyOn(customElements, 'define');
  jest.isolateModules(() => {
    // Modules read the mode when they are loaded.
    const { createStore } = jest.requireActual<typeof streambed>('streambed');
    const { defineDevtools, devtools } =
      jest.requireActual<typeof devtoolsOf>('streambed/devtools');
    const { StreambedDevtools } = jest.requireActual<typeof devtoolsReactOf>(
      'streambed/devtools/react',
    );
    const errors: unknown[] = [];
    const store = createStore({ onError: (error) => errors.push(error), plugins: [devtools()] });
    defineDevtools();
    // Neither a provider nor a page is needed.
    expect(renderToString(createElement(StreambedDevtools))).toBe('');
    store.dispose();
    expect(errors).toEqual([]);
    expect(define).not.toHaveBeenCalled();
    expect(customElements.get('streambed-devtools')).toBeUndefined();
  });
  jest.restoreAllMocks();
});
