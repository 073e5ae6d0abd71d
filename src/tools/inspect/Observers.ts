import { isOneOf, listOf } from '../../shared/smallSet.ts';
import type { RetainedSource } from '../../kernel/streams/RetainedSource.ts';
import { Caller } from './callers.ts';
import type { ObserverReport } from './reports.ts';

/** What observes with a listener: a component or a function. */
class Observer {
  readonly isComponent: boolean;
  #caller: Caller | undefined = new Caller();
  #label = '';

  constructor(isComponent: boolean) {
    this.isComponent = isComponent;
  }

  get label(): string {
    const caller = this.#caller;
    if (caller) {
      const name = this.isComponent ? caller.component : caller.function;
      this.#label = name ?? (this.isComponent ? 'a component' : 'a subscriber');
      // It holds the stack.
      this.#caller = undefined;
    }
    return this.#label;
  }
}

/** The observers of sources, by component and by function. */
export class Observers {
  readonly #byListener = new WeakMap<object, Observer>();
  /** The hooks of a key share one listener: those that are subscribed. */
  readonly #sharers = new WeakMap<object, Set<object>>();

  /** A component renders with the listener of its hook, or a source gets a listener. */
  note(listener: object, isComponent: boolean): Observer {
    let observer = this.#byListener.get(listener);
    if (!observer) this.#byListener.set(listener, (observer = new Observer(isComponent)));
    return observer;
  }

  /** A hook subscribes with the listener that the hooks of its key share, or unsubscribes. */
  shares(own: object, shared: object, isSubscribed: boolean): void {
    const sharers = this.#sharers.get(shared) ?? new Set();
    this.#sharers.set(shared, sharers);
    if (isSubscribed) sharers.add(own);
    else sharers.delete(own);
  }

  of(source: RetainedSource<unknown>): ObserverReport[] {
    return listOf(source.listeners).flatMap((listener) => {
      const isActive = !isOneOf(source.passive, listener);
      const shared = this.#byListener.get(listener)?.isComponent && this.#sharers.get(listener);
      return [...(shared || [listener])].map((own): ObserverReport => {
        const { isComponent = false, label = 'a subscriber' } = this.#byListener.get(own) ?? {};
        return { label, isComponent, isActive };
      });
    });
  }
}
