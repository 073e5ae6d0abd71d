import type { FeedRecord } from '../ApiData.ts';

export const seedFeed: readonly FeedRecord[] = [
  {
    id: 1,
    type: 'link',
    url: 'https://rxjs.dev/guide/observable',
    title: 'Observables, from the ground up',
  },
  { id: 2, type: 'post', content: 'The river gauge is back online. Level: 1.42 m and falling.' },
  {
    id: 3,
    type: 'link',
    url: 'https://react.dev/reference/react/Suspense',
    title: 'Suspense: show a fallback until children have loaded',
  },
  { id: 4, type: 'post', content: 'Found an otter track on the east bank this morning.' },
  { id: 5, type: 'post', content: 'Volunteers wanted for Saturday: we replant the reed belt.' },
  {
    id: 6,
    type: 'link',
    url: 'https://www.rfc-editor.org/rfc/rfc5861',
    title: 'RFC 5861: stale-while-revalidate',
  },
  { id: 7, type: 'post', content: 'Water temperature passed 14 °C. The grayling are moving.' },
  {
    id: 8,
    type: 'link',
    url: 'https://www.rfc-editor.org/rfc/rfc9457',
    title: 'RFC 9457: problem details for HTTP APIs',
  },
  {
    id: 9,
    type: 'link',
    url: 'https://developer.mozilla.org/docs/Web/HTTP/Guides/Caching',
    title: 'HTTP caching, explained with pictures',
  },
  { id: 10, type: 'post', content: 'New footbridge opens in May. Three years of waiting, over.' },
  { id: 11, type: 'post', content: 'Reminder: the sluice is closed for repair until Thursday.' },
  {
    id: 12,
    type: 'link',
    url: 'https://web.dev/articles/stale-while-revalidate',
    title: 'Keeping things fresh with stale-while-revalidate',
  },
];
