/**
 * Runs `attempt` at many levels of a full call stack, the fullest first. Returns the free share of
 * the stack and the result of `attempt`.
 */
export function onFullStack<T>(attempt: () => T): { readonly free: number; readonly outcome: T }[] {
  const outcomes: { level: number; outcome: T }[] = [];
  let deepest = 0;
  const descend = (level: number): void => {
    deepest = level;
    try {
      descend(level + 1);
    } catch {
      // The stack is full here.
    }
    if (level % 50 === 0) outcomes.push({ level, outcome: attempt() });
  };
  descend(1);
  const end = Math.max(deepest, ...outcomes.map(({ level }) => level));
  return outcomes.map(({ level, outcome }) => ({ free: 1 - level / end, outcome }));
}
