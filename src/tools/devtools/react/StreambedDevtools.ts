import { createElement, type ReactElement, useEffect } from 'react';
import { defineDevtools } from '../defineDevtools.ts';
import type { DevtoolsElement, DevtoolsSettings } from '../DevtoolsElement.ts';
import { useStore } from '../../../react/StoreScope.ts';
import { DEVELOPMENT } from '../../../shared/development.ts';
import type { Store } from '../../../kernel/store/Store.ts';

/** Props of {@link StreambedDevtools}. */
export interface StreambedDevtoolsProps extends DevtoolsSettings {
  /** The store that the panel shows. Default: that of the `StoreProvider` above. */
  readonly store?: Store | undefined;
}

/**
 * Puts the panel on the page: an element `<streambed-devtools>` at the end of the body, which
 * leaves with the component. Renders nothing itself. In production builds it does nothing.
 *
 * @example
 * ```tsx
 * <StoreProvider store={store}>
 *   <App />
 *   <StreambedDevtools />
 * </StoreProvider>
 * ```
 */
export function StreambedDevtools(props: StreambedDevtoolsProps): ReactElement | null {
  return DEVELOPMENT ? createElement(PanelOfStore, props) : null;
}

function PanelOfStore({ store, ...settings }: StreambedDevtoolsProps): ReactElement {
  return store
    ? createElement(Panel, { ...settings, store })
    : createElement(PanelOfProvider, settings);
}

function PanelOfProvider(settings: DevtoolsSettings): ReactElement {
  return createElement(Panel, { ...settings, store: useStore() });
}

function Panel({
  store,
  initialIsOpen = false,
  position = 'bottom',
  theme = 'auto',
  nonce = '',
}: DevtoolsSettings & { readonly store: Store }): null {
  useEffect(() => {
    defineDevtools();
    // The cast holds: the element is registered.
    const element = document.createElement('streambed-devtools') as DevtoolsElement;
    element.toggleAttribute('open', initialIsOpen);
    element.setAttribute('position', position);
    element.setAttribute('theme', theme);
    element.nonce = nonce;
    element.store = store;
    document.body.append(element);
    return () => element.remove();
  }, [store, initialIsOpen, position, theme, nonce]);
  return null;
}
