import type { EndpointState } from 'streambed';

/** What a stream said and when. `state` is undefined from the moment nobody listens. */
export interface Moment<T> {
  readonly id: number;
  readonly at: number;
  readonly state: EndpointState<T> | undefined;
}
