import { mkdirSync, writeFileSync } from 'node:fs';
import { relative } from 'node:path';
import { RESULTS } from '../runner/paths.js';
import { reportPage } from './reportPage.js';

/**
 * Writes the run as JSON, under its date and as the latest one, and the page that shows it. A quick run leaves these as they are: nothing
 * is concluded from it.
 */
export function writeReport(run, scenarios) {
  mkdirSync(RESULTS, { recursive: true });
  const json = JSON.stringify(run, null, 2);
  const [data, page] = run.quick ? ['quick.json', 'quick.html'] : ['latest.json', 'report.html'];
  if (!run.quick) writeFileSync(`${RESULTS}${run.date.replaceAll(':', '-')}.json`, json);
  writeFileSync(RESULTS + data, json);
  writeFileSync(RESULTS + page, reportPage(run, scenarios));
  console.log(`\n${relative(process.cwd(), RESULTS)}/${page}, ${data}`);
}
