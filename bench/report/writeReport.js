import { mkdirSync, writeFileSync } from 'node:fs';
import { relative } from 'node:path';
import { RESULTS } from '../runner/paths.js';
import { reportPage } from './reportPage.js';

/** Writes the run as JSON, under its date and as the latest one, and the page that shows it. */
export function writeReport(run, scenarios) {
  mkdirSync(RESULTS, { recursive: true });
  const json = JSON.stringify(run, null, 2);
  writeFileSync(`${RESULTS}${run.date.replaceAll(':', '-')}.json`, json);
  writeFileSync(`${RESULTS}latest.json`, json);
  writeFileSync(`${RESULTS}report.html`, reportPage(run, scenarios));
  console.log(`\n${relative(process.cwd(), RESULTS)}/report.html, latest.json`);
}
