import { asError } from '../shared/asError.ts';

/** A rejected promise that is no unhandled rejection for callers that do not look. */
export function rejection(error: unknown): Promise<never> {
  const rejected = Promise.reject(asError(error));
  rejected.catch(() => {});
  return rejected;
}
