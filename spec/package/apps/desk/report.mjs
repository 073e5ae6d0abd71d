import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

const groups = {
  mine: '11 edits',
  refused: 'an edit that the server refuses',
  pages: 'an edit while a page loads',
  other: '5 edits in the other tab',
  server: '2 changes by the server',
};

/** Prints each edit, then the table of `docs/lists.md`: one column for each client. */
export function report(cwd, results) {
  const names = Object.keys(results);
  const columns = Object.values(results);
  console.log(`\nrequests / renders of each edit: ${names.join(', ')}`);
  for (const [at, { title }] of columns[0].steps.entries()) {
    const cells = columns.map(({ steps }) => cellOf(steps[at].edit).padEnd(24));
    console.log(`${title.padEnd(54)}${cells.join('')}`);
  }

  const rows = [
    ['lines of code', ...names.map((name) => linesOf(join(cwd, 'src', name)))],
    ['first lists, in two tabs', ...columns.map(({ first }) => cellOf(first))],
    ...Object.entries(groups).map(([by, title]) => {
      const cells = columns.map(({ steps }) => cellOf(sumOf(chosen(steps, by))));
      return [title, ...cells];
    }),
    [
      'another list, opened 20 times',
      ...columns.map(({ steps }) => cellOf(sumOf(steps.map(({ look }) => look)))),
    ],
    [
      '11 edits, right before the response',
      ...columns.map(({ steps }) => shareOf(chosen(steps, 'mine'))),
    ],
    ['wrong when all is quiet', ...columns.map(({ differences }) => differences.length)],
  ];
  console.log('\nrequests / renders of two tabs');
  for (const cells of rows) console.log(`| ${cells.join(' | ')} |`);
}

function chosen(steps, by) {
  return steps.filter((step) => step.by === by).map(({ edit }) => edit);
}

function cellOf({ requests, renders, isRightEarly }) {
  const early = { true: ', right', false: ', wrong' }[isRightEarly] ?? '';
  return `${requests} / ${renders}${early}`;
}

function sumOf(costs) {
  return costs.reduce(
    (sum, { requests, renders }) => ({
      requests: sum.requests + requests,
      renders: sum.renders + renders,
    }),
    { requests: 0, renders: 0 },
  );
}

function shareOf(costs) {
  return `${costs.filter(({ isRightEarly }) => isRightEarly).length} of ${costs.length}`;
}

/** Lines of code of a client, without the parts that both share. */
function linesOf(folder) {
  const texts = readdirSync(folder).map((file) => readFileSync(join(folder, file), 'utf8'));
  return texts.flatMap((text) => text.split('\n')).filter((line) => line.trim()).length;
}
