import { bundleScenario } from './support/bundleScenario.js';

export const scenario = bundleScenario({
  id: 'H2',
  title: 'Bundle size of a list app, brotli, React and RxJS external',
  about: 'For apps that have RxJS anyway.',
  external: ['react', 'react-dom', 'rxjs'],
});
