/** The gate tries all cases, work at the desk a fifth of them. `RUNS=10` tries ten times as many. */
const factor = Number(process.env.RUNS ?? (process.env.CI ? 1 : 0.2));

/** How many random cases a property tries, of all that the gate tries. */
export const runs = (all: number): number => Math.ceil(all * factor);
