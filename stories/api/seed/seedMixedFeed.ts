import type { FeedRecord } from '../ApiData.ts';

/** A feed that also has two types (`ad`, `poll`) which no client schema maps. */
export const seedMixedFeed: readonly FeedRecord[] = [
  {
    id: 101,
    type: 'link',
    url: 'https://rxjs.dev/guide/operators',
    title: 'Operators: the verbs of streams',
  },
  { id: 102, type: 'post', content: 'Kingfisher spotted below the weir, twice this week.' },
  { id: 103, type: 'ad', sponsor: 'Reed & Willow', slogan: 'Waders that keep their promise.' },
  { id: 104, type: 'post', content: 'The new gauge reports every minute.' },
  {
    id: 105,
    type: 'link',
    url: 'https://react.dev/reference/react/use',
    title: 'use: read a resource in render',
  },
  { id: 106, type: 'poll', question: 'Where next?', options: ['Upper reach', 'Delta'] },
  { id: 107, type: 'post', content: 'Evening walk at six, from the old mill.' },
];
