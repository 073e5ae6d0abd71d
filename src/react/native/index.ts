'use client';

/**
 * The React entry for React Native: screen focus, foreground and background.
 *
 * @packageDocumentation
 */

export * from '../index.ts';
// These replace the exports of the same name.
export { AsyncBoundary, ErrorBoundary } from './boundaries.ts';
export { StoreProvider } from './StoreProvider.ts';

export { appActive } from './appActive.ts';
