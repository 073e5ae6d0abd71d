import { runScenarios } from './runScenarios.ts';

const kept: object[] = [];

void runScenarios([
  { title: 'nothing', start: () => () => {} },
  {
    title: 'an object per cycle',
    start: () => () => {
      kept.push({});
    },
  },
  {
    title: 'a subscriber per ten cycles',
    start:
      ({ store }) =>
      (i) => {
        if (i % 10 === 0) store.entities$.subscribe();
      },
  },
]);
