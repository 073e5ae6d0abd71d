import type { Observable } from 'rxjs';
import { DerivedObservables } from './EndpointObservable.ts';
import type { EndpointState, ExpiryStatus } from './EndpointState.ts';
import { RetainedSource, type StreamContext } from './RetainedSource.ts';
import type { StateObservable } from './StateObservable.ts';

/** A retained stream of states, their expiry timer, and the observables that are made of them. */
export abstract class StateSource extends RetainedSource<EndpointState<unknown>> {
  abstract readonly endpoint: { readonly name: string };
  declare private derived: DerivedObservables<unknown> | undefined;
  /** When the state expires, ms since epoch; Infinity without a timer. The timer may fire earlier. */
  declare private expiryAt: number;
  /** Made when the expiry timer is first set. */
  declare protected expire: (() => void) | undefined;

  constructor(context: StreamContext) {
    super(context);
    this.expiryAt = Infinity;
    this.expire = this.derived = undefined;
  }

  /** Marks the state as dirty. Called when it expires. */
  abstract changed(): void;

  protected setExpiry(at: number): void {
    const before = this.expiryAt;
    this.expiryAt = at;
    // Each write moves it on. A timer that fires too early finds no change, and is set anew.
    if (at === before || (at > before && at !== Infinity)) return;
    this.expire ??= () => {
      this.expiryAt = Infinity;
      this.changed();
    };
    this.context.deadlines.set(this.expire, at);
  }

  protected override unlistened(): void {
    this.setExpiry(Infinity);
  }

  get data$(): Observable<unknown> {
    return (this.derived ??= new DerivedObservables(this, this)).data$;
  }

  get dataOrThrow$(): Observable<unknown> {
    return (this.derived ??= new DerivedObservables(this, this)).dataOrThrow$;
  }

  get status$(): StateObservable<ExpiryStatus> {
    return (this.derived ??= new DerivedObservables(this, this)).status$;
  }

  get error$(): StateObservable<Error | undefined> {
    return (this.derived ??= new DerivedObservables(this, this)).error$;
  }
}
