'use client';

export * from '../react/index.ts';
// These replace the exports of the same name.
export { AsyncBoundary, ErrorBoundary } from './boundaries.ts';
export { StoreProvider } from './StoreProvider.ts';

export { appActive } from './appActive.ts';
