import type { FetchFunction } from './FetchFunction.ts';

/**
 * The arguments of `F`, for methods: `GivenArgs<(id: string) => void>` → `[id: string]` ·
 * `GivenArgs<FetchFunction>` → `unknown[]`.
 */
export type GivenArgs<F extends FetchFunction> = [Parameters<F>] extends [never]
  ? unknown[]
  : Parameters<F>;
