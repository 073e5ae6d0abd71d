import type { EndpointState } from 'streambed';

/** An emission of a stream and its time. `state` is undefined while there is no subscriber. */
export interface Moment<T> {
  readonly id: number;
  readonly at: number;
  readonly state: EndpointState<T> | undefined;
}
