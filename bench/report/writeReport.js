import { mkdirSync, writeFileSync } from 'node:fs';
import { RESULTS } from '../runner/paths.js';

/** Writes the run as JSON, under its date and as the latest one, and the page that shows it. */
export function writeReport(run, scenarios) {
  mkdirSync(RESULTS, { recursive: true });
  const json = JSON.stringify(run, null, 2);
  writeFileSync(`${RESULTS}${run.date.replaceAll(':', '-')}.json`, json);
  writeFileSync(`${RESULTS}latest.json`, json);
  console.log(`\n${RESULTS}latest.json`);
}
