import { act, render, type RenderResult } from '@testing-library/react';
import { type ReactElement, type ReactNode, StrictMode } from 'react';
import type { Store } from 'streambed';
import { StoreProvider } from 'streambed/react';
import { visibleText } from './visibleText.ts';

/** The result of {@link renderAsync}: as Testing Library's, with async `rerender` and `unmount`. */
export interface Rendered extends Omit<RenderResult, 'rerender' | 'unmount'> {
  readonly rerender: (ui: ReactNode) => Promise<void>;
  readonly unmount: () => Promise<void>;
  /** The visible text, without content that Suspense hides. */
  readonly text: () => string;
}

/** Renders in an awaited `act`: requests that need no timer have responses when it ends. */
export async function renderAsync(
  ui: ReactNode,
  {
    store,
    strict = false,
    onRecoverableError,
  }: {
    readonly store?: Store;
    readonly strict?: boolean;
    readonly onRecoverableError?: () => void;
  } = {},
): Promise<Rendered> {
  const within = (inner: ReactNode): ReactElement => {
    const provided = store ? <StoreProvider store={store}>{inner}</StoreProvider> : <>{inner}</>;
    return strict ? <StrictMode>{provided}</StrictMode> : provided;
  };
  let result!: RenderResult;
  await act(async () => {
    result = render(within(ui), { onRecoverableError });
  });
  return {
    ...result,
    rerender: (next) => act(async () => result.rerender(within(next))),
    unmount: () => act(async () => result.unmount()),
    text: () => visibleText(result.container),
  };
}
