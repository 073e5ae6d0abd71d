import { asError } from '../shared/asError.ts';

/** A rejected promise that causes no unhandled rejection when callers ignore it. */
export function rejection(error: unknown): Promise<never> {
  const rejected = Promise.reject(asError(error));
  rejected.catch(() => {});
  return rejected;
}
