import { bundleScenario } from './support/bundleScenario.js';

/** All that the app needs beside React. */
export const scenario = bundleScenario({
  id: 'H1',
  title: 'Bundle size of a list app, brotli, React external',
  external: ['react', 'react-dom'],
});
