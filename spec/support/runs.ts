/** A fifth of the cases is enough for one run: each has other ones. `RUNS=1` tries all of them. */
const factor = Number(process.env.RUNS ?? 0.2);

/** How many random cases a property tries, of `all`. */
export const runs = (all: number): number => Math.ceil(all * factor);
