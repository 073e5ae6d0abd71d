'use client';

/**
 * Provider, hooks and boundaries for React.
 *
 * @packageDocumentation
 */

export { AsyncBoundary, type AsyncBoundaryProps } from './boundaries/AsyncBoundary.ts';
export {
  ErrorBoundary,
  type ErrorBoundaryProps,
  type ErrorFallbackProps,
} from './boundaries/ErrorBoundary.ts';
export { FocusScope, type FocusScopeProps } from './FocusScope.ts';
export { hookifyResource, type HookResource } from './hookifyResource.ts';
export { useCache, useError } from './useCache.ts';
export { useCancelling } from './useCancelling.ts';
export { useDebounce } from './useDebounce.ts';
export { type DataLoadingError, useDLE } from './useDLE.ts';
export { type FetchThenable, useFetch } from './useFetch.ts';
export { type ShownPages, useInfinite } from './useInfinite.ts';
export { useLive, useSubscription } from './useLive.ts';
export { type MutationState, useLoading, useMutation } from './useMutation.ts';
export { StoreProvider, type StoreProviderProps, useStore } from './StoreScope.ts';
export { useFailedMutations } from './useFailedMutations.ts';
export { useIsOnline } from './useIsOnline.ts';
export { usePendingMutations } from './usePendingMutations.ts';
export { useStorageStatus } from './useStorageStatus.ts';
export { useObservable, useQuery, useStream } from './useStream.ts';
export { useSuspense } from './useSuspense.ts';
