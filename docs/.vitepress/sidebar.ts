import type { DefaultTheme } from 'vitepress';

/** All pages of the docs, in the order in which a newcomer reads them. */
export const sidebar: DefaultTheme.SidebarItem[] = [
  group('Start', {
    installation: 'Installation',
    'getting-started': 'Getting started',
    why: 'Why Streambed',
    examples: 'Example apps',
    'playground/': 'Playground',
  }),
  group('How do I …', {
    'how-to/': 'All tasks',
    'how-to/forms': 'Forms and validation',
    'how-to/upload': 'Uploads with progress',
    'how-to/filters': 'Filters in the address',
    'how-to/search': 'A search box',
    'how-to/sorting': 'Sorting',
    'how-to/optimistic': 'Optimistic rows that fail',
    'how-to/socket': 'A list that a socket feeds',
    'how-to/log-in': 'Log in and out',
    'how-to/polling': 'Polling and focus',
    'how-to/prefetch': 'Prefetching on hover',
    'how-to/dependent': 'Dependent and parallel reads',
    'how-to/large-table': 'A table of 10,000 rows',
    'how-to/reload': 'Data after a reload',
    'how-to/encrypt': 'Encrypted data',
    'how-to/react-native-storage': 'Data in React Native',
    'how-to/node-storage': 'Data in Node',
  }),
  group('Concepts', {
    entities: 'Entities and schemas',
    endpoints: 'Endpoints',
    resources: 'Resources',
    mutations: 'Mutations',
    lists: 'Lists',
    expiry: 'Expiry',
    requests: 'Requests',
    streams: 'Streams',
    'derived-views': 'Derived views',
    live: 'Live data',
    memory: 'Memory',
    persistence: 'Persistence',
    tabs: 'Tabs',
    graphql: 'GraphQL',
  }),
  group('React', {
    react: 'React',
    'react-native': 'React Native',
    ssr: 'Servers',
  }),
  group('Guides', {
    typescript: 'TypeScript',
    routers: 'Routers and prefetching',
    'infinite-lists': 'Infinite lists',
    authentication: 'Authentication',
    debugging: 'Debugging',
    devtools: 'Devtools',
    testing: 'Testing',
    frameworks: 'Angular, Svelte, Vue, Solid',
  }),
  group('Coming from', {
    'migrate-from-data-client': 'Data Client',
    'migrate-from-tanstack-query': 'TanStack Query',
  }),
  group('Reference', {
    options: 'Options and defaults',
    errors: 'Errors',
    limits: 'Limits',
    compatibility: 'Compatibility',
    performance: 'Performance',
    faq: 'FAQ',
    glossary: 'Glossary',
  }),
];

function group(text: string, pages: Record<string, string>): DefaultTheme.SidebarItem {
  const items = Object.entries(pages).map(([page, title]) => ({ text: title, link: `/${page}` }));
  return { text, items };
}
