/** How long a job may sample: see measureByTurns. */
const FULL = { samples: 30, budgetMs: 400, capMs: 3_500, warmUpMs: 250 };
/** For those whose numbers the targets are judged by: enough for all samples where preparing one takes half a second. */
const PATIENT = { ...FULL, capMs: 45_000 };
const QUICK = { samples: 5, budgetMs: 20, capMs: 400, warmUpMs: 10 };

/** How many pages an app is measured in. */
const VISITS = 2;

/**
 * The jobs of a run, each for a process of its own: one contender at one size in one group of scenarios. Contenders take turns, so that
 * a slow minute of the machine does not meet one of them alone. What a contender cannot do is an entry of the report already.
 */
export function planJobs({ scenarios, isChosen, sizes, quick, browser }) {
  const jobs = new Map();
  const impossible = [];
  for (const scenario of scenarios) {
    const taking = scenario.contenders.filter(({ id, contender = id }) => isChosen(contender));
    for (const n of sizesOf(scenario, { sizes, quick })) {
      for (const { id, cannot, most } of taking) {
        const reason = reasonAgainst({ cannot, most }, scenario, n, browser);
        if (reason !== undefined) {
          impossible.push({ scenario: scenario.id, contender: id, n, status: 'cannot', reason });
          continue;
        }
        const name = [scenario.group, id, n].join();
        const job = jobs.get(name);
        if (job) job.scenarios.push(scenario.id);
        else jobs.set(name, newJob(scenario, id, n, { quick, browser }));
      }
    }
  }
  return { jobs: [...jobs.values()], impossible };
}

function newJob({ id, adapters, inPage, inBrowser, page }, contender, n, { quick, browser }) {
  const pace = quick ? QUICK : fullPaceOf(contender);
  const job = { scenarios: [id], adapters, contender, n, pace };
  // A browser takes longer to start than a quick job lasts: there jsdom shows whether the apps of others run.
  const opensBrowser = inBrowser || (inPage && (!quick || isJudged(contender)));
  if (!opensBrowser) return job;
  // Targets compare Streambed with others: by turns, because the same app is up to a third slower in another browser.
  const beside = inPage && !quick && !isJudged(contender) ? ['streambed'] : [];
  return { ...job, browser, page, beside, visits: quick ? 1 : VISITS };
}

function fullPaceOf(contender) {
  return isJudged(contender) ? PATIENT : FULL;
}

/** Whether targets are judged by its numbers. */
function isJudged(contender) {
  return contender === 'limit' || contender.startsWith('streambed');
}

function sizesOf(scenario, { sizes, quick }) {
  if (scenario.sizes === undefined) return [undefined];
  return sizes ?? (quick ? scenario.sizes.quick : scenario.sizes.full);
}

/** Why a contender does not run a scenario at a size; `undefined` if it does. */
function reasonAgainst({ cannot, most }, { id, inBrowser }, n, browser) {
  if (inBrowser && !browser) return 'measured in Chromium only';
  if (n > most) return `takes minutes beyond n = ${most.toLocaleString('en')}`;
  const beginning = Object.keys(cannot).find((name) => id.startsWith(name));
  return beginning === undefined ? undefined : cannot[beginning];
}
