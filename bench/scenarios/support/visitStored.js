import { summarize } from '../../runner/statistics.js';

/**
 * The visits of one contender: a page that stores what it commits, and one that stores nothing; pages that read what the first has
 * stored; a page that writes to two stores, of which one is stored. Gives their numbers.
 */
export async function visitStored(profile, { page, n }, { id, name, pace }) {
  const { commits, quiet, reads } = pace;
  const visit = (act) => profile.visit(page, act);
  const write = (options) => visit((tools) => writePages(tools, { id, n, options, pace }));
  const stored = await write({ name, isStored: true });
  const firstData = [];
  for (let i = 0; i < reads; i++) {
    const options = { name, isStored: true };
    firstData.push(await visit(({ call }) => call('readPage', id, n, options, commits)));
  }
  const bare = await write({ name, isStored: false });
  const twin = { name: `${name}-twin` };
  const commit = await visit(({ call }) =>
    call('compareCommits', id, n, twin, commits, quiet.stored),
  );
  return {
    ...stored,
    firstData: summarize(firstData).median,
    bareTask: bare.task,
    bareLongest: bare.longest,
    bareSlice: bare.slice,
    commit: commit.stored,
    commitRatio: commit.stored / commit.bare,
  };
}

async function writePages({ call, longestTask, timeTasks }, { id, n, options, pace }) {
  const quiet = options.isStored ? pace.quiet.stored : pace.quiet.bare;
  await call('openPages', id, n, options);
  const slice = await longestTask(() => call('loadPages', quiet));
  let task;
  const longest = await longestTask(async () => {
    task = await timeTasks(() => call('writeRows', pace.commits, quiet));
  });
  const { bytes, writes } = await call('takeWrites');
  return { task, longest, slice, bytes, writes };
}
