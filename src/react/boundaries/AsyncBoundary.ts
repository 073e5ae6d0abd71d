import {
  Component,
  type ComponentType,
  type ContextType,
  createElement,
  type ReactElement,
  type ReactNode,
  Suspense,
} from 'react';
import { StoreContext, type StoreScope } from '../StoreScope.ts';
import { type Boundary, readUsable, type SuspenseThenable } from '../suspense/suspend.ts';
import { ErrorBoundary, type ErrorFallbackProps } from './ErrorBoundary.ts';

/** Props of {@link AsyncBoundary}. */
export interface AsyncBoundaryProps {
  readonly children?: ReactNode;
  /** Shown while children suspend. Default: nothing. */
  readonly fallback?: ReactNode;
  /** Shown where a child threw. Default: the text of the error and a button to try again. */
  readonly errorComponent?: ComponentType<ErrorFallbackProps> | undefined;
  /** Passed on to the error component as `className`. */
  readonly errorClassName?: string | undefined;
  /**
   * Called with the function that resets the error: on mount, and when `listen` itself changes.
   * Returns the function that unsubscribes.
   */
  readonly listen?: ((reset: () => void) => () => void) | undefined;
}

/**
 * A Suspense boundary within an {@link ErrorBoundary}: handles reads that are pending and reads
 * that failed.
 */
export function AsyncBoundary(props: AsyncBoundaryProps): ReactElement {
  const { children, fallback = null, errorComponent, errorClassName, listen } = props;
  return createElement(
    ErrorBoundary,
    {
      ...(errorComponent && { fallbackComponent: errorComponent }),
      ...(listen && { listen }),
      className: errorClassName,
    },
    createElement(RevealingSuspense, { fallback }, children),
  );
}

interface RevealingSuspenseProps {
  readonly fallback: ReactNode;
  readonly children?: ReactNode;
}

/**
 * A Suspense boundary that renders again when a thenable that suspended a component below it has
 * settled. React retries by itself, but React 19 shows the result of a retry only 300 ms after the
 * last fallback appeared. It shows the result of an update at once.
 */
class RevealingSuspense extends Component<RevealingSuspenseProps> implements Boundary {
  static override contextType = StoreContext;
  /** Assigned by React. */
  declare readonly context: ContextType<typeof StoreContext>;
  readonly #awaited = new Set<SuspenseThenable>();
  /** Set by the fallback. */
  showsFallback = false;
  #outer: StoreScope | undefined;
  #scope: StoreScope | undefined;

  awaits(thenable: SuspenseThenable): void {
    if (this.#awaited.has(thenable)) return;
    this.#awaited.add(thenable);
    const settled = (): void => {
      this.#awaited.delete(thenable);
      if (readUsable && this.showsFallback) this.forceUpdate();
    };
    thenable.then(settled, settled);
  }

  /** React does not tell components that are suspended when they are gone. */
  override componentWillUnmount(): void {
    for (const thenable of this.#awaited) thenable.left();
  }

  /**
   * The outer scope with this boundary. The same object for the same scope: a new one renders all
   * hooks below.
   */
  #scopeIn(outer: StoreScope): StoreScope {
    if (!this.#scope || this.#outer !== outer) this.#scope = { ...outer, boundary: this };
    this.#outer = outer;
    return this.#scope;
  }

  override render(): ReactElement {
    const { fallback, children } = this.props;
    return createElement(
      Suspense,
      { fallback: createElement(Fallback, { of: this }, fallback) },
      createElement(StoreContext.Provider, { value: this.#scopeIn(this.context) }, children),
    );
  }
}

/** Tells the boundary when its fallback appears and disappears. */
class Fallback extends Component<{
  readonly of: RevealingSuspense;
  readonly children?: ReactNode;
}> {
  override componentDidMount(): void {
    this.props.of.showsFallback = true;
  }

  override componentWillUnmount(): void {
    this.props.of.showsFallback = false;
  }

  override render(): ReactNode {
    return this.props.children;
  }
}
