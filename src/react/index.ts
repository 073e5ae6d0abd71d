'use client';

export { AsyncBoundary, type AsyncBoundaryProps } from './AsyncBoundary.ts';
export {
  ErrorBoundary,
  type ErrorBoundaryProps,
  type ErrorFallbackProps,
} from './ErrorBoundary.ts';
export { FocusScope, type FocusScopeProps } from './FocusScope.ts';
export { hookifyResource, type HookResource } from './hookifyResource.ts';
export { StoreProvider, type StoreProviderProps } from './StoreProvider.ts';
export { useStore } from './useStore.ts';
export { useSuspense } from './useSuspense.ts';
