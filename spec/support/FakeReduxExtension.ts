import type {
  Extension,
  ExtensionConnection,
  ExtensionMessage,
  LiftedState,
} from '../../src/tools/devtools/redux/extension.ts';

interface Listed {
  readonly action: { readonly type: string } | null;
  /** As the extension has it. */
  readonly state: string;
}

/** Stands for the Redux DevTools extension: it keeps text, lists actions and sends what its buttons send. */
export class FakeReduxExtension implements Extension {
  /** The state of the last `init`, then one item per action. */
  listed: Listed[] = [];
  readonly errors: string[] = [];
  /** How many times `init` and `send` were called. */
  calls = 0;
  lifted: unknown = undefined;
  options: Parameters<Extension['connect']>[0] | undefined;
  #listener: ((message: ExtensionMessage) => void) | undefined;
  #isPaused = false;

  readonly connect = (options: Parameters<Extension['connect']>[0]): ExtensionConnection => {
    this.options = options;
    return {
      init: (state) => {
        this.calls++;
        this.listed = [{ action: { type: '@@INIT' }, state: JSON.stringify(state) }];
      },
      send: (action, state) => {
        this.calls++;
        if (this.#isPaused) return;
        if (action) this.listed.push({ action, state: JSON.stringify(state) });
        else this.lifted = state;
      },
      subscribe: (listener) => {
        this.#listener = listener;
        return () => (this.#listener = undefined);
      },
      error: (message) => this.errors.push(message),
    };
  };

  get isConnected(): boolean {
    return this.#listener !== undefined;
  }

  get types(): (string | undefined)[] {
    return this.listed.map(({ action }) => action?.type);
  }

  stateAt(index: number): Record<string, Record<string, unknown>> {
    return JSON.parse(this.listed[index].state) as Record<string, Record<string, unknown>>;
  }

  // --- the user

  jumpTo(index: number): void {
    this.press({ type: 'JUMP_TO_ACTION' }, this.listed[index].state);
  }

  /** Goes back to the state with which the list begins, and drops the actions. */
  rollBack(): void {
    this.press({ type: 'ROLLBACK' }, this.listed[0].state);
  }

  pause(isPaused: boolean): void {
    this.#isPaused = isPaused;
    this.press({ type: 'PAUSE_RECORDING', status: isPaused });
  }

  import(nextLiftedState: LiftedState): void {
    this.press({ type: 'IMPORT_STATE', nextLiftedState });
  }

  /** The file that the extension exports. */
  get file(): LiftedState {
    return {
      computedStates: this.listed.map(({ state }) => ({ state: JSON.parse(state) as unknown })),
      currentStateIndex: this.listed.length - 1,
    };
  }

  press(payload: Exclude<ExtensionMessage['payload'], string | undefined>, state?: string): void {
    this.#listener?.({ type: 'DISPATCH', payload, ...(state !== undefined && { state }) });
  }

  dispatch(text: string): void {
    this.#listener?.({ type: 'ACTION', payload: text });
  }
}
