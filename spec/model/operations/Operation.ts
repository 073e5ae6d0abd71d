/** A synchronous write to the store. Keys, endpoints and users are named; texts are short. */
export type Write =
  | { readonly do: 'set'; readonly id: string; readonly part: Part }
  | { readonly do: 'setWith'; readonly id: string; readonly text: string }
  | { readonly do: 'setList'; readonly ids: readonly string[]; readonly part: Part }
  | { readonly do: 'drop'; readonly id: string }
  /** A user joins the list that its e-mail address names; `move`: and leaves the others. */
  | { readonly do: 'push' | 'unshift' | 'move'; readonly id: string; readonly part: Part }
  /** A user leaves a list; `undefined`: that of its address. */
  | { readonly do: 'leave'; readonly id: string; readonly team: string | undefined }
  /** A message with a version of a document, or of its removal; versions are positive. */
  | { readonly do: 'setDoc'; readonly id: string; readonly rev: number }
  | { readonly do: 'dropDoc'; readonly id: string; readonly rev: number | undefined }
  | { readonly do: 'respond'; readonly key: number; readonly text: string }
  | { readonly do: 'refuse'; readonly key: number }
  | { readonly do: 'invalidate'; readonly key: number }
  | { readonly do: 'invalidateAll' | 'expireAll'; readonly endpoint: string }
  | { readonly do: 'reset' };

/** A batch; it goes on after a batch in it that fails. */
export interface Batch {
  readonly do: 'batch';
  readonly writes: readonly (Write | Batch)[];
  /** Whether it throws at its end. */
  readonly fails: boolean;
}

/** The members of a user that are written. */
export type Part = { readonly name?: string; readonly email?: Email };

/** One address, or several. */
export type Email = string | readonly string[];

/** How a response is spoilt on its way. */
export type Damage = 'no id' | 'null' | 'text' | 'bad user' | 'throws' | 'throwing member';

/**
 * What a subscriber does on an emission: nothing, throw each time, or write once on its second
 * value.
 */
export type Habit = 'quiet' | 'throws' | { readonly writes: Write };

/** A request that changes the server; `isShown`: with an optimistic response. */
export type Mutation =
  | {
      readonly do: 'change';
      readonly ids: readonly string[];
      readonly part: Part;
      readonly isShown: boolean;
      /** Whether the caller may abort it. */
      readonly mayAbort: boolean;
    }
  | { readonly do: 'create'; readonly part: Part; readonly isShown: boolean }
  /** Changes or removes a created user, by its placeholder id. */
  | {
      readonly do: 'changeNew';
      readonly which: number;
      readonly part: Part;
      readonly isShown: boolean;
    }
  | { readonly do: 'removeNew'; readonly which: number; readonly isShown: boolean }
  | { readonly do: 'remove'; readonly id: string; readonly isShown: boolean }
  | { readonly do: 'append'; readonly id: string; readonly text: string };

/**
 * One step of a history: plain data, so a failing history can be shrunk and read. Numbers select
 * among the candidates.
 */
export type Operation =
  | Write
  | Batch
  /** A live message arrives, and waits until all that wait are applied as one commit. */
  | { readonly do: 'message'; readonly write: Write }
  | { readonly do: 'apply messages' }
  | { readonly do: 'bad set'; readonly how: Damage | 'throwing function' }
  | { readonly do: 'subscribe'; readonly key: number; readonly habit: Habit }
  | { readonly do: 'watch'; readonly what: string }
  | { readonly do: 'unsubscribe' | 'unwatch'; readonly which: number }
  /** `fetchFor`: for one caller, which may abort. */
  | { readonly do: 'fetch' | 'fetchFor' | 'fetchIfStale'; readonly key: number }
  | { readonly do: 'abort'; readonly which: number }
  | Mutation
  /** `deliver more`: a response after which more may come. */
  | { readonly do: 'handle' | 'deliver' | 'deliver more' | 'lose'; readonly which: number }
  | { readonly do: 'spoil'; readonly which: number; readonly how: Damage }
  | { readonly do: 'wait'; readonly ms: number }
  /** The server gives a document its next version. */
  | { readonly do: 'edit'; readonly id: string }
  | { readonly do: 'gc' };
