/** Whether what an endpoint function gave may bring several answers: an observable or an async iterable. */
export function isLiveAnswer(answer: unknown): boolean {
  if (typeof answer !== 'object' || answer === null) return false;
  const { subscribe } = answer as { subscribe?: unknown };
  return typeof subscribe === 'function' || Symbol.asyncIterator in answer;
}
