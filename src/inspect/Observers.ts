import { isOneOf, listOf } from '../shared/smallSet.ts';
import type { RetainedSource } from '../streams/RetainedSource.ts';
import { callingFunction, renderingComponent } from './callers.ts';
import type { ObserverReport } from './reports.ts';

/** The observers of sources, by component and by function. */
export class Observers {
  /** The component of a hook's listener. */
  readonly #components = new WeakMap<object, string>();
  /** The function that added a listener. */
  readonly #functions = new WeakMap<object, string>();
  /** The hooks of a key share one listener: those that are subscribed. */
  readonly #sharers = new WeakMap<object, Set<object>>();

  /** A component renders with the listener of its hook. Returns its name. */
  renders(listener: object): string {
    let label = this.#components.get(listener);
    if (label === undefined) {
      label = renderingComponent() ?? 'a component';
      this.#components.set(listener, label);
    }
    return label;
  }

  /** A hook subscribes with the listener that the hooks of its key share, or unsubscribes. */
  shares(own: object, shared: object, isSubscribed: boolean): void {
    const sharers = this.#sharers.get(shared) ?? new Set();
    this.#sharers.set(shared, sharers);
    if (isSubscribed) sharers.add(own);
    else sharers.delete(own);
  }

  /** A source gets a listener. Returns what observes with it. */
  gets(listener: object): string | undefined {
    const known = this.#components.get(listener);
    if (known !== undefined) return known;
    const label = callingFunction();
    if (label !== undefined) this.#functions.set(listener, label);
    return label;
  }

  of(source: RetainedSource<unknown>): ObserverReport[] {
    return listOf(source.listeners).flatMap((listener): ObserverReport[] => {
      const isActive = !isOneOf(source.passive, listener);
      const component = this.#components.get(listener);
      if (component === undefined) {
        const label = this.#functions.get(listener) ?? 'a subscriber';
        return [{ label, isComponent: false, isActive }];
      }
      return [...(this.#sharers.get(listener) ?? [])].map((own) => {
        const label = this.#components.get(own) ?? component;
        return { label, isComponent: true, isActive };
      });
    });
  }
}
