import type { EndpointState } from '../streams/EndpointState.ts';
import { readDecision } from './readDecision.ts';

/**
 * What {@link useDLE} returns. `data`, `loading` and `error` say what to render. `fetching` is also
 * true during a refetch in the background.
 */
export type DataLoadingError<T> =
  | {
      readonly data: T;
      readonly loading: false;
      readonly error: undefined;
      readonly fetching: boolean;
    }
  | {
      readonly data: undefined;
      readonly loading: true;
      readonly error: undefined;
      readonly fetching: boolean;
    }
  | {
      readonly data: T | undefined;
      readonly loading: false;
      readonly error: Error;
      readonly fetching: boolean;
    };

/**
 * The state of a key as `useDLE` returns it: `loading` where `useSuspense` suspends, `error` where
 * it throws.
 */
export function dataLoadingError(state: EndpointState<unknown>): DataLoadingError<unknown> {
  const { data, error, fetching } = state;
  switch (readDecision(state)) {
    case 'wait':
      return { data: undefined, loading: true, error: undefined, fetching };
    case 'throw':
      // The cast holds: `'throw'` implies an error.
      return { data, loading: false, error: error as Error, fetching };
    case 'show':
      return { data, loading: false, error: undefined, fetching };
  }
}
