import { bundleScenario } from './support/bundleScenario.js';

export const scenario = bundleScenario({
  id: 'H1',
  title: 'Bundle size of a list app, brotli, React external',
  about: 'All that the app needs beside React.',
  external: ['react', 'react-dom'],
});
