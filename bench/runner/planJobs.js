/** How long a job may sample: see measureByTurns. */
const FULL = { samples: 30, budgetMs: 500, capMs: 6_000, warmUpMs: 250 };
const QUICK = { samples: 5, budgetMs: 20, capMs: 600, warmUpMs: 10 };

/**
 * One job per scenario, contender and size, each for a process of its own. What a contender cannot do is an entry of the report
 * already. Contenders take turns within a scenario, so that a slow minute of the machine does not meet one of them alone.
 */
export function planJobs({ scenarios, isChosen, sizes, quick }) {
  const jobs = [];
  const impossible = [];
  for (const scenario of scenarios) {
    const taking = scenario.contenders.filter(({ id, contender = id }) => isChosen(contender));
    for (const n of sizesOf(scenario, { sizes, quick })) {
      for (const { id, cannot } of taking) {
        const entry = { scenario: scenario.id, contender: id, n };
        const reason = reasonAgainst(cannot, scenario.id);
        if (reason !== undefined) impossible.push({ ...entry, status: 'cannot', reason });
        else jobs.push({ ...entry, pace: quick ? QUICK : FULL });
      }
    }
  }
  return { jobs, impossible };
}

function sizesOf(scenario, { sizes, quick }) {
  if (scenario.sizes === undefined) return [undefined];
  return sizes ?? (quick ? scenario.sizes.quick : scenario.sizes.full);
}

function reasonAgainst(cannot, scenario) {
  const beginning = Object.keys(cannot).find((name) => scenario.startsWith(name));
  return beginning === undefined ? undefined : cannot[beginning];
}
