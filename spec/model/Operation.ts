/** A write to the store that is over when the call returns. Keys, endpoints and users are named; texts are short. */
export type Write =
  | { readonly do: 'set'; readonly id: string; readonly part: Part }
  | { readonly do: 'setWith'; readonly id: string; readonly text: string }
  | { readonly do: 'setList'; readonly ids: readonly string[]; readonly part: Part }
  | { readonly do: 'drop'; readonly id: string }
  | { readonly do: 'respond'; readonly key: number; readonly text: string }
  | { readonly do: 'refuse'; readonly key: number }
  | { readonly do: 'invalidate'; readonly key: number }
  | { readonly do: 'invalidateAll' | 'expireAll'; readonly endpoint: string }
  | { readonly do: 'reset' };

/** The members of a user that are written. */
export type Part = { readonly name?: string; readonly email?: string };

/** How an answer is spoilt on its way. */
export type Damage = 'no id' | 'null' | 'text' | 'bad user' | 'throws' | 'throwing member';

/** What a subscriber does besides listening: nothing, throw each time, or write once when it is told of something else. */
export type Habit = 'quiet' | 'throws' | { readonly writes: Write };

/** What changes something on the server; `isShown`: with an optimistic answer. */
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
  /** Changes or removes who was created, by the name under which he was shown first. */
  | {
      readonly do: 'changeNew';
      readonly which: number;
      readonly part: Part;
      readonly isShown: boolean;
    }
  | { readonly do: 'removeNew'; readonly which: number; readonly isShown: boolean }
  | { readonly do: 'remove'; readonly id: string; readonly isShown: boolean }
  | { readonly do: 'append'; readonly id: string; readonly text: string };

/** One step of a history: plain data, so that a failing history shrinks and can be read. Numbers choose among what there is. */
export type Operation =
  | Write
  | { readonly do: 'batch'; readonly writes: readonly Write[]; readonly fails: boolean }
  | { readonly do: 'bad set'; readonly how: Damage | 'throwing function' }
  | { readonly do: 'subscribe'; readonly key: number; readonly habit: Habit }
  | { readonly do: 'watch'; readonly what: string }
  | { readonly do: 'unsubscribe' | 'unwatch'; readonly which: number }
  /** `fetchFor`: for one caller, who may abort. */
  | { readonly do: 'fetch' | 'fetchFor' | 'fetchIfStale'; readonly key: number }
  | { readonly do: 'abort'; readonly which: number }
  | Mutation
  /** `push`: an answer after which others may come. */
  | { readonly do: 'handle' | 'deliver' | 'push' | 'lose'; readonly which: number }
  | { readonly do: 'spoil'; readonly which: number; readonly how: Damage }
  | { readonly do: 'wait'; readonly ms: number }
  | { readonly do: 'gc' };
