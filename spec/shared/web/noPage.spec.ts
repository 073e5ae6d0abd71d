import { pageActive } from '../../../src/shared/web/pageSignals.ts';
import { collect } from '../../support/collect.ts';

it('pageActive is always true without a page', () => {
  expect(globalThis).not.toHaveProperty('document');
  const seen = collect(pageActive());
  expect([seen.values, seen.isComplete]).toEqual([[true], false]);
  seen.stop();
});
