/** Deliberate faults of the demo API. */
export interface Faults {
  /** Milliseconds before each response. */
  delay: number;
  /** Share of requests that get a 500 response: 0 none, 1 all. */
  fail: number;
  /** How many of the next requests get a 500 response, counted in order of arrival. */
  failNext: number;
}

export const noFaults: Faults = { delay: 0, fail: 0, failNext: 0 };
