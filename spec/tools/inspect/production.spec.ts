import type * as inspection from 'streambed/inspect';
import type * as streambed from 'streambed';

it('inspect and inspectStorage throw in production builds', () => {
  jest.replaceProperty(process, 'env', { ...process.env, NODE_ENV: 'production' });
  jest.isolateModules(() => {
    // Modules read the mode when they are loaded.
    const { createStore } = jest.requireActual<typeof streambed>('streambed');
    const { inspect, inspectStorage } = jest.requireActual<typeof inspection>('streambed/inspect');
    expect(() => inspect(createStore())).toThrow('[SB_DEVELOPMENT_ONLY]');
    expect(() => inspectStorage(createStore())).toThrow('[SB_DEVELOPMENT_ONLY]');
  });
  jest.restoreAllMocks();
});
