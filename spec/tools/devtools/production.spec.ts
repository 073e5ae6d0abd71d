import type * as devtools from 'streambed/devtools';
import type * as streambed from 'streambed';
import { FakeReduxExtension } from '../../support/FakeReduxExtension.ts';

it('the plugins of devtools do nothing in production builds', () => {
  const extension = new FakeReduxExtension();
  Reflect.set(globalThis, '__REDUX_DEVTOOLS_EXTENSION__', extension);
  jest.replaceProperty(process, 'env', { ...process.env, NODE_ENV: 'production' });
  jest.isolateModules(() => {
    // Modules read the mode when they are loaded.
    const { createStore } = jest.requireActual<typeof streambed>('streambed');
    const { logger, reduxDevtools } = jest.requireActual<typeof devtools>('streambed/devtools');
    const errors: unknown[] = [];
    const written: unknown[] = [];
    const write = (...texts: unknown[]): void => void written.push(texts);
    const store = createStore({
      onError: (error) => errors.push(error),
      plugins: [
        logger({ console: { log: write, group: write, groupCollapsed: write, groupEnd: write } }),
        reduxDevtools(),
      ],
    });
    store.reset().catch(() => {});
    store.dispose();
    expect([errors, written, extension.calls]).toEqual([[], [], 0]);
  });
  jest.restoreAllMocks();
  Reflect.deleteProperty(globalThis, '__REDUX_DEVTOOLS_EXTENSION__');
});
