/** What the demo API does wrong on purpose. */
export interface Faults {
  /** Milliseconds each request waits before it is answered. */
  delay: number;
  /** Share of requests that are answered with 500: 0 none, 1 all. */
  fail: number;
  /** This many of the next requests are answered with 500, counted in order of arrival. */
  failNext: number;
}

export const noFaults: Faults = { delay: 0, fail: 0, failNext: 0 };
