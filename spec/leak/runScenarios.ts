import { measure } from './measure.ts';
import type { Scenario } from './Scenario.ts';

/**
 * Runs scenarios, prints a line for each, and ends the process with 0 if all leave nothing behind.
 * The argument is the number of cycles.
 */
export async function runScenarios(scenarios: readonly Scenario[]): Promise<void> {
  const cycles = Number(process.argv[2] ?? 1_000);
  let failures = 0;
  // The growth of the process itself in its first moments does not count.
  await measure(scenarios[0], 500);
  for (const scenario of scenarios) {
    const start = Date.now();
    const { bytesPerCycle, problems } = await measure(scenario, cycles);
    const time = ((Date.now() - start) / 1_000).toFixed(1);
    const verdict = problems.length === 0 ? 'ok' : problems.join('; ');
    console.log(
      `${scenario.title}: ${bytesPerCycle.toFixed(1)} B per cycle, ${time} s: ${verdict}`,
    );
    if (problems.length > 0) failures++;
  }
  console.log(`${scenarios.length} scenarios of ${cycles} cycles, ${failures} leak`);
  process.exit(failures === 0 ? 0 : 1);
}
