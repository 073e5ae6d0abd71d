/**
 * The arguments that remain after the first ones are fixed: `RemainingArgs<[a: string, b: number],
 * [string]>` → `[b: number]`.
 */
export type RemainingArgs<A extends readonly unknown[], P> = P extends readonly [
  unknown,
  ...infer Q,
]
  ? A extends readonly [unknown?, ...infer B]
    ? RemainingArgs<B, Q>
    : []
  : A;
