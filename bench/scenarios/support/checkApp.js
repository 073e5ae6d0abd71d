import { assertEqual } from '../../data/assertEqual.js';
import { MountedApp } from './MountedApp.js';

/** An app shows what was loaded, what was patched, and what became of a user in all rows that name it. */
export async function checkApp(contender, data, host) {
  const mounted = await MountedApp.open(contender, data, host);
  const shown = data.issues.map(({ title, author }) => `${title} by ${author.name}`);
  const assertShown = (what) => {
    for (const [place, text] of shown.entries()) assertEqual(mounted.textOf(place), text, what);
  };
  assertShown('after mounting');

  await mounted.time((app) => app.patchIssue('3', { title: 'patched' }), 1);
  await mounted.settle();
  shown[2] = `patched by ${data.issues[2].author.name}`;
  assertShown('after a patch of one issue');

  const [{ author }] = data.issues;
  const named = data.issues.filter((issue) => issue.author.id === author.id).length;
  await mounted.time((app) => app.patchUser(author.id, { name: 'renamed' }), named);
  await mounted.settle();
  for (const [place, issue] of data.issues.entries()) {
    if (issue.author.id === author.id) shown[place] = shown[place].replace(/ by .*/, ' by renamed');
  }
  assertShown('after a patch of a user');

  await mounted.timeUnseen((app) => app.writeOther({ id: 'l1', name: 'other' }));
  await mounted.settle();
  assertShown('after an unrelated write');
  mounted.close();
  return {};
}
