import type { EndpointState } from '../../../../src/kernel/streams/EndpointState.ts';

/** How often the program is watched and drawn, ms. Browsers give no animation frames to a sandboxed frame out of view. */
export const FRAME = 16;

/** One request to the demo API. All times are ms since the start of the program. */
export interface RequestRecord {
  readonly name: string;
  readonly from: number;
  /** `undefined` while it is in flight. */
  to: number | undefined;
  /** The HTTP status, `aborted`, or `failed` without a response. */
  outcome: number | 'aborted' | 'failed' | undefined;
}

/** The state of a key from a time on; no state while the key is not observed. */
export interface StateRecord {
  readonly at: number;
  readonly state: EndpointState<unknown> | undefined;
}

export interface Mark {
  readonly at: number;
  readonly text: string;
}

export interface OutputLine extends Mark {
  readonly level: 'log' | 'info' | 'warn' | 'error';
}

/** What a program did. The panes draw it. */
export class Recorder {
  readonly requests: RequestRecord[] = [];
  readonly streams = new Map<string, StateRecord[]>();
  readonly commits: Mark[] = [];
  readonly renders: Mark[] = [];
  readonly output: OutputLine[] = [];
  /** When the last record was made. */
  lastAt = 0;
  /** Counts the records. */
  version = 0;
  #startedAt = performance.now();

  /** Called when the program starts. */
  start(): void {
    this.#startedAt = performance.now();
  }

  get now(): number {
    return performance.now() - this.#startedAt;
  }

  get inFlight(): boolean {
    return this.requests.some(({ to }) => to === undefined);
  }

  requestStarted(name: string): RequestRecord {
    const request: RequestRecord = {
      name,
      from: this.#record(),
      to: undefined,
      outcome: undefined,
    };
    this.requests.push(request);
    return request;
  }

  requestEnded(request: RequestRecord, outcome: RequestRecord['outcome']): void {
    request.to = this.#record();
    request.outcome = outcome;
  }

  /** Does nothing if the key has this state already. */
  stateIs(key: string, state: StateRecord['state']): void {
    const states = this.streams.get(key) ?? [];
    if (states.length > 0 && states.at(-1)?.state === state) return;
    this.streams.set(key, [...states, { at: this.#record(), state }]);
  }

  committed(text: string): void {
    this.commits.push({ at: this.#record(), text });
  }

  rendered(text: string): void {
    this.renders.push({ at: this.#record(), text });
  }

  printed(level: OutputLine['level'], values: readonly unknown[]): void {
    const rest = values.map((value) => (typeof value === 'string' ? value : textOf(value)));
    // React's messages contain places for the values that follow.
    const first = rest.shift()?.replace(/%[sdifoO]/g, (place) => rest.shift() ?? place) ?? '';
    this.output.push({ at: this.#record(), level, text: [first, ...rest].join(' ') });
  }

  #record(): number {
    this.version++;
    return (this.lastAt = this.now);
  }
}

/** A value as a text. */
export function textOf(value: unknown): string {
  if (value instanceof Error) return value.message;
  try {
    return JSON.stringify(value) ?? String(value);
  } catch {
    // Circular, or a BigInt.
    return String(value);
  }
}
