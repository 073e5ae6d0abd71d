/** The state of an extension's panel that it sends with an import. */
export interface LiftedState {
  readonly computedStates?: readonly { readonly state?: unknown }[];
  readonly currentStateIndex?: number;
}

/** What a user does in the extension. */
export interface ExtensionMessage {
  /** `DISPATCH`: a button of the panel. `ACTION`: the dispatcher. Others: the panel was opened or closed. */
  readonly type: string;
  /** Of `ACTION`, the text that was typed. */
  readonly payload?:
    | string
    | {
        readonly type?: string;
        readonly status?: boolean;
        readonly nextLiftedState?: LiftedState;
      };
  /** The state that the button is about, as JSON. */
  readonly state?: string;
}

/** One timeline in the extension. */
export interface ExtensionConnection {
  /** Begins the timeline anew with a state. */
  init(state: unknown): void;
  /** Adds an action and the state after it. Without an action, `state` replaces the whole timeline. */
  send(action: { readonly type: string } | null, state: unknown): void;
  subscribe(listener: (message: ExtensionMessage) => void): (() => void) | undefined;
  /** Shows a message to the user. */
  error?(message: string): void;
}

/** The Redux DevTools extension, as it is on a page. */
export interface Extension {
  connect(options: {
    readonly name: string;
    readonly maxAge: number;
    readonly features: Readonly<Record<string, boolean | 'custom'>>;
  }): ExtensionConnection;
}

/** The extension of this page; `undefined`: the browser has none. */
export function extensionOfPage(): Extension | undefined {
  // The cast holds: the extension puts itself there.
  return Reflect.get(globalThis, '__REDUX_DEVTOOLS_EXTENSION__') as Extension | undefined;
}
