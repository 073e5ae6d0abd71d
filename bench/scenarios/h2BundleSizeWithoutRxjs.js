import { bundleScenario } from './support/bundleScenario.js';

/** For apps that have RxJS anyway. */
export const scenario = bundleScenario({
  id: 'H2',
  title: 'Bundle size of a list app, brotli, React and RxJS external',
  external: ['react', 'react-dom', 'rxjs'],
});
