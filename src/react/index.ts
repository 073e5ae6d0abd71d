'use client';

export { AsyncBoundary, type AsyncBoundaryProps } from './boundaries/AsyncBoundary.ts';
export {
  ErrorBoundary,
  type ErrorBoundaryProps,
  type ErrorFallbackProps,
} from './boundaries/ErrorBoundary.ts';
export { FocusScope, type FocusScopeProps } from './FocusScope.ts';
export { hookifyResource, type HookResource } from './hookifyResource.ts';
export { useCache } from './useCache.ts';
export { useCancelling } from './useCancelling.ts';
export { useDebounce } from './useDebounce.ts';
export { type DataLoadingError, useDLE } from './useDLE.ts';
export { useError } from './useError.ts';
export { type FetchThenable, useFetch } from './useFetch.ts';
export { useLive } from './useLive.ts';
export { useLoading } from './useLoading.ts';
export { type MutationState, useMutation } from './useMutation.ts';
export { useObservable } from './useObservable.ts';
export { useQuery } from './useQuery.ts';
export { StoreProvider, type StoreProviderProps, useStore } from './StoreScope.ts';
export { useStream } from './useStream.ts';
export { useSubscription } from './useSubscription.ts';
export { useSuspense } from './useSuspense.ts';
