import { mkdirSync, writeFileSync } from 'node:fs';
import { relative } from 'node:path';
import { RESULTS } from '../runner/paths.js';
import { reportPage } from './reportPage.js';

/**
 * Writes the run as JSON and as a page that shows it, under its date and as the latest one. A quick run leaves these as they are: nothing
 * is concluded from it.
 */
export function writeReport(run, scenarios) {
  mkdirSync(RESULTS, { recursive: true });
  const json = JSON.stringify(run, null, 2);
  const html = reportPage(run, scenarios);
  const [data, page] = run.quick ? ['quick.json', 'quick.html'] : ['latest.json', 'report.html'];
  writeFileSync(RESULTS + data, json);
  writeFileSync(RESULTS + page, html);
  if (!run.quick) {
    const dated = RESULTS + run.date.replaceAll(':', '-');
    writeFileSync(`${dated}.json`, json);
    writeFileSync(`${dated}.html`, html);
  }
  console.log(`\n${relative(process.cwd(), RESULTS)}/${page}, ${data}`);
}
