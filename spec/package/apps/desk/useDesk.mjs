import { edits } from './edits.mjs';
import { Tab } from './Tab.mjs';

/**
 * Opens the desk in two tabs, makes all edits, and opens another list after each one. Returns what each step took, for both tabs, and all
 * that a tab showed otherwise than the server, when it was quiet.
 */
export async function useDesk(page, origin, path) {
  const mine = new Tab(page, origin);
  const other = new Tab(await page.context().browser().newPage(), origin);
  const tabs = [mine, other];
  const differences = [];

  const settle = async (title) => {
    for (const tab of tabs) {
      const difference = await tab.settle();
      if (difference) differences.push(`${title}: ${difference}`);
    }
  };
  const work = async () => {
    const [a, b] = await Promise.all(tabs.map((tab) => tab.work()));
    return { requests: a.requests + b.requests, renders: a.renders + b.renders };
  };
  const measure = async (title, act) => {
    const before = await work();
    const early = await act();
    await settle(title);
    const after = await work();
    return {
      requests: after.requests - before.requests,
      renders: after.renders - before.renders,
      isRightEarly: early && (await mine.isRight(early)),
    };
  };

  for (const tab of tabs) await tab.open(path);
  await settle('first lists');
  const first = await work();
  await other.tick('closed');
  await other.sortBy('updated');
  await settle('the lists of the other tab');
  const steps = [];
  for (const [at, { title, by, chooses, prepare, makes }] of edits.entries()) {
    const tab = by === 'other' ? other : mine;
    await prepare?.(tab);
    if (chooses) await tab.choose(chooses);
    await settle(`before: ${title}`);
    const edit = await measure(title, () => makes(tab, origin));
    const look = await measure(`${title}, another list`, () =>
      at % 2 === 0 ? mine.ofAssignee('Bjarne') : mine.sortBy('updated'),
    );
    await (at % 2 === 0 ? mine.ofAssignee(undefined) : mine.sortBy('priority'));
    await settle(`${title}, and back`);
    steps.push({ title, by, edit, look });
  }
  return { first, steps, differences };
}
