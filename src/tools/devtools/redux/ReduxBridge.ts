import type { SchedulerLike, Subscription } from 'rxjs';
import type { Inspector } from '../../inspect/Inspector.ts';
import type { Recording } from '../../inspect/Recording.ts';
import type { Snapshot } from '../../inspect/reports.ts';
import { asError } from '../../../shared/asError.ts';
import type { Store } from '../../../kernel/store/Store.ts';
import { type Redactor, summaryOf } from '../redact.ts';
import { actionOf, actionOfMany } from './actionOf.ts';
import type { ExtensionConnection, ExtensionMessage } from './extension.ts';
import { type PlainState, PlainStates, snapshotOfPlain, stateOfImport } from './plainState.ts';

/** The pause between two messages to the extension, ms. It copies the state with each action. */
const PAUSE = 200;

/** More commits in a pause become one action. */
const MAX_AT_ONCE = 5;

/** Why the bridge does nothing for a button that a panel may offer. */
const DECLINED: Readonly<Record<string, string>> = {
  TOGGLE_ACTION: 'An action cannot be skipped: the server knows of it. Jump to the one before.',
  REORDER_ACTION: 'Actions cannot be reordered: the server knows of them.',
  LOCK_CHANGES: 'Changes cannot be locked. Jump to an action: what happens later waits.',
};

interface BridgeOptions {
  readonly maxAge: number;
  readonly redactor: Redactor;
  readonly scheduler: SchedulerLike;
}

/** Connects a store with a timeline in the extension. */
export class ReduxBridge {
  readonly #store: Store;
  readonly #inspector: Inspector;
  readonly #connection: ExtensionConnection;
  readonly #options: BridgeOptions;
  readonly #recording: Recording;
  readonly #states: PlainStates;
  /** The snapshots that the extension lists, by version; the oldest first. */
  readonly #sent = new Map<number, Snapshot>();
  readonly #subscription: Subscription;
  #unsubscribe: (() => void) | undefined;
  #timer: Subscription | undefined;
  #lastVersion = 0;

  constructor(
    store: Store,
    inspector: Inspector,
    connection: ExtensionConnection,
    options: BridgeOptions,
  ) {
    this.#store = store;
    this.#inspector = inspector;
    this.#connection = connection;
    this.#options = options;
    this.#states = new PlainStates(options.redactor);
    this.#recording = inspector.record({ limit: options.maxAge });
    this.#begin(inspector.present());
    this.#subscription = this.#recording.changed$.subscribe(() => {
      this.#timer ??= options.scheduler.schedule(() => this.#flush(), PAUSE);
    });
    this.#unsubscribe = connection.subscribe((message) => this.#handle(message));
  }

  end(): void {
    this.#timer?.unsubscribe();
    this.#subscription.unsubscribe();
    this.#recording.stop();
    this.#unsubscribe?.();
    this.#unsubscribe = undefined;
  }

  // --- to the extension

  /** Begins the timeline anew. */
  #begin(snapshot: Snapshot): void {
    this.#sent.clear();
    this.#lastVersion = this.#inspector.present().version;
    this.#connection.init(this.#stateOf(snapshot));
  }

  #flush(): void {
    this.#timer?.unsubscribe();
    this.#timer = undefined;
    const { redactor } = this.#options;
    const since = this.#lastVersion;
    const commits = this.#recording.commits.filter(({ version }) => version > since);
    const last = commits.at(-1);
    if (!last) return;
    this.#lastVersion = last.version;
    if (commits.length > MAX_AT_ONCE) {
      const action = actionOfMany(commits, last.version - since);
      this.#connection.send(action, this.#stateOf(last.snapshot));
      return;
    }
    for (const commit of commits) {
      this.#connection.send(actionOf(commit, redactor), this.#stateOf(commit.snapshot));
    }
  }

  #stateOf(snapshot: Snapshot): PlainState {
    this.#sent.set(snapshot.version, snapshot);
    const [oldest] = this.#sent.keys();
    // One more than actions: the state with which the timeline begins.
    if (this.#sent.size > this.#options.maxAge + 1) this.#sent.delete(oldest);
    return this.#states.of(snapshot);
  }

  // --- from the extension

  #handle({ payload, state, type }: ExtensionMessage): void {
    try {
      if (type === 'ACTION') this.#run(payload);
      if (type !== 'DISPATCH' || typeof payload !== 'object') return;
      this.#press(payload, state);
    } catch (error) {
      this.#report(error);
    }
  }

  #press(payload: Exclude<ExtensionMessage['payload'], string | undefined>, state = 'null'): void {
    const inspector = this.#inspector;
    switch (payload.type) {
      case 'JUMP_TO_ACTION':
      case 'JUMP_TO_STATE':
        this.#show(this.#snapshotOf(JSON.parse(state)));
        return;
      case 'ROLLBACK': {
        const snapshot = this.#snapshotOf(JSON.parse(state));
        this.#show(snapshot);
        this.#begin(snapshot);
        return;
      }
      case 'COMMIT':
        inspector.showPresent();
        this.#begin(inspector.present());
        return;
      case 'RESET':
        this.#store.reset().catch((error: unknown) => this.#report(error));
        this.#begin(inspector.present());
        return;
      case 'PAUSE_RECORDING':
        if (payload.status === true) this.#pause();
        else this.#resume();
        return;
      case 'IMPORT_STATE': {
        const { nextLiftedState } = payload;
        inspector.show(this.#snapshotOf(stateOfImport(nextLiftedState)));
        this.#connection.send(null, nextLiftedState);
        return;
      }
      default: {
        const why = DECLINED[payload.type ?? ''];
        if (why !== undefined) this.#connection.error?.(why);
      }
    }
  }

  #pause(): void {
    this.#flush();
    this.#recording.pause();
  }

  #resume(): void {
    this.#recording.resume();
    this.#lastVersion = this.#inspector.present().version;
  }

  /** The latest state is the present: the page goes on. */
  #show(snapshot: Snapshot): void {
    const inspector = this.#inspector;
    if (snapshot === inspector.present()) inspector.showPresent();
    else inspector.show(snapshot);
  }

  /** The snapshot that a state was made of, or one with its content if it is from elsewhere. */
  #snapshotOf(state: unknown): Snapshot {
    const { streambed } = Object(state) as Partial<PlainState>;
    const isOfPage = streambed?.page === this.#states.page;
    const known = isOfPage ? this.#sent.get(streambed.version) : undefined;
    return known ?? snapshotOfPlain(state);
  }

  /** Runs what was typed into the dispatcher. */
  #run(payload: ExtensionMessage['payload']): void {
    const { key, type } = commandOf(payload);
    const inspector = this.#inspector;
    if (type === 'revalidate') return this.#store.revalidate();
    if (type === 'reset') {
      this.#store.reset().catch((error: unknown) => this.#report(error));
      return;
    }
    if (key === undefined || !inspector.key(key)) throw new Error(`No key of the store: ${key}.`);
    if (type === 'expire') inspector.expire(key);
    else if (type === 'invalidate') inspector.invalidate(key);
    else if (type === 'remove') inspector.remove(key);
    else inspector.refetch(key).catch((error: unknown) => this.#report(error));
  }

  #report(error: unknown): void {
    this.#connection.error?.(summaryOf(asError(error)));
  }
}

const COMMANDS = ['refetch', 'expire', 'invalidate', 'remove', 'revalidate', 'reset'] as const;

interface Command {
  readonly type: (typeof COMMANDS)[number];
  readonly key: string | undefined;
}

function commandOf(payload: ExtensionMessage['payload']): Command {
  let given: unknown = payload;
  try {
    if (typeof payload === 'string') given = JSON.parse(payload);
  } catch {
    // Reported below.
  }
  const { key, type } = Object(given) as { readonly key?: unknown; readonly type?: unknown };
  const command = COMMANDS.find((known) => known === type);
  if (command === undefined) {
    const example = '{ "type": "refetch", "key": "…" }';
    throw new Error(`Type ${example}; types are ${COMMANDS.join(', ')}.`);
  }
  return { type: command, key: typeof key === 'string' ? key : undefined };
}
