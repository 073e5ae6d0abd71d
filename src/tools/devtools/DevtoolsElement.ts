import type { Store } from '../../kernel/store/Store.ts';

/** Where the panel is docked. */
export type DevtoolsPosition = 'bottom' | 'right';

/** The colors of the panel. `auto`: those that the user's system prefers. */
export type DevtoolsTheme = 'auto' | 'light' | 'dark';

/** Settings of the panel. What the user chose in the panel wins. */
export interface DevtoolsSettings {
  /** Whether the panel is open at first. Default false. */
  readonly initialIsOpen?: boolean | undefined;
  /** Default `bottom`. */
  readonly position?: DevtoolsPosition | undefined;
  /** Default `auto`. */
  readonly theme?: DevtoolsTheme | undefined;
  /** For pages whose Content-Security-Policy demands it of styles. */
  readonly nonce?: string | undefined;
}

/**
 * The element `<streambed-devtools>`. Its attributes are `position`, `theme`, `nonce` and `open`,
 * see {@link DevtoolsSettings}.
 */
export interface DevtoolsElement extends HTMLElement {
  /** The store that the panel shows. Default: the latest one with the plugin `devtools()`. */
  store: Store | undefined;
}
