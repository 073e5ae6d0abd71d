/** Arguments left after the first ones are given: `RemainingArgs<[a: string, b: number], [string]>` → `[b: number]`. */
export type RemainingArgs<A extends readonly unknown[], P> = P extends readonly [
  unknown,
  ...infer Q,
]
  ? A extends readonly [unknown?, ...infer B]
    ? RemainingArgs<B, Q>
    : []
  : A;
