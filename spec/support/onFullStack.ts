/**
 * Runs `attempt` at many levels of a full call stack, the fullest first. `prepare` returns
 * `attempt`. Returns the free share of the stack in bytes and the result of `attempt`.
 */
export function onFullStack<T>(
  prepare: () => () => T,
): { readonly free: number; readonly outcome: T }[] {
  let attempt = prepare();
  let outcomes: { free: number; outcome: T }[] = [];
  const whole = freeStack();
  const descend = (level: number): void => {
    try {
      descend(level + 1);
    } catch {
      // The stack is full here.
    }
    if (level % 100 === 0) outcomes.push({ free: freeStack() / whole, outcome: attempt() });
  };
  // The first run makes the engine compile what only a full stack calls. To compile needs stack too.
  descend(1);
  attempt = prepare();
  outcomes = [];
  descend(1);
  return outcomes;
}

/**
 * The free stack in kB. Levels are no measure, because their frames shrink when the engine compiles
 * the function. An argument always takes eight bytes.
 */
function freeStack(): number {
  let free = 0;
  for (let step = 512; step >= 1; step /= 2) {
    if (fits(free + step)) free += step;
  }
  return free;
}

const argsOf = new Map<number, readonly unknown[]>();

function fits(kilobytes: number): boolean {
  let args = argsOf.get(kilobytes);
  if (!args) argsOf.set(kilobytes, (args = Array.from({ length: kilobytes * 128 })));
  try {
    Reflect.apply(ignore, undefined, args);
    return true;
  } catch {
    return false;
  }
}

function ignore(): void {
  // Only its arguments count.
}
