import type { Observable } from 'rxjs';
import { DerivedObservables } from './EndpointObservable.ts';
import type { EndpointState, ExpiryStatus } from './EndpointState.ts';
import { RetainedSource } from './RetainedSource.ts';
import type { StateObservable } from './StateObservable.ts';

/** A retained stream of states, and the observables that are made of them. */
export abstract class StateSource extends RetainedSource<EndpointState<unknown>> {
  abstract readonly endpoint: { readonly name: string };
  declare protected derived: DerivedObservables<unknown> | undefined;

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
