import type { EndpointState } from '../streams/EndpointState.ts';
import { readDecision } from './readDecision.ts';

/** What {@link useDLE} gives. One of the first three says what to render; `fetching` is also true while data is fetched anew in the background. */
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

/** The state of a key in the words of `useDLE`: loading where `useSuspense` waits, an error where it throws. */
export function dataLoadingError(state: EndpointState<unknown>): DataLoadingError<unknown> {
  const { data, error, fetching } = state;
  switch (readDecision(state)) {
    case 'wait':
      return { data: undefined, loading: true, error: undefined, fetching };
    case 'throw':
      // The cast holds: what is thrown is the error.
      return { data, loading: false, error: error as Error, fetching };
    case 'show':
      return { data, loading: false, error: undefined, fetching };
  }
}
