import type { PageHistory } from './PageHistory.ts';
import { PAGE_SIZE } from './PageServer.ts';
import { PageWorld, STATUSES } from './PageWorld.ts';

/**
 * Runs a history of lists in pages. Rejects with the first difference to the server:
 *
 * - No list ever shows a ticket twice.
 * - Where no two requests overlap, each list is the beginning of the server's list, its number is the
 *   server's, and no step sends a request but its own.
 * - Where requests overlap, the same holds once the lists were fetched twice. Before that it does not: a
 *   page that the server has made after a change may begin too late for the list, and a response may
 *   correct a record that the number of another list has counted already.
 */
export async function runPageHistory({ isCalm, steps }: PageHistory): Promise<void> {
  const world = new PageWorld();
  try {
    for (const [at, step] of steps.entries()) {
      const before = world.sentCount;
      world.run(step);
      if (isCalm) world.settle();
      await settled();
      const sent = world.sentCount - before;
      const problems = [
        ...doubled(world),
        ...(isCalm ? differences(world) : []),
        ...(isCalm && sent > 1 ? [`${sent} requests are sent`] : []),
      ];
      if (problems.length > 0) throw new Error(`after step ${at + 1}: ${problems.join('\n')}`);
    }
    world.settle();
    await settled();
    for (let times = 0; times < 2; times++) {
      world.refetch();
      await settled();
    }
    const late = [...differences(world), ...short(world)];
    if (late.length > 0) throw new Error(`after a refetch: ${late.join('\n')}`);
  } finally {
    world.end();
  }
}

/** Lets promises settle. */
function settled(): Promise<void> {
  return new Promise((done) => {
    setImmediate(done);
  });
}

function doubled(world: PageWorld): string[] {
  return STATUSES.flatMap((status) => {
    const ids = world.shown(status).tickets.map(({ id }) => id);
    return new Set(ids).size === ids.length ? [] : [`${status}: shows ${ids.join()}`];
  });
}

/** Each list is the beginning of the server's list, with its number. */
function differences(world: PageWorld): string[] {
  return STATUSES.flatMap((status) => {
    const { tickets, total } = world.shown(status);
    const all = world.server.list(status);
    const print = (list: typeof all): string =>
      list.map((ticket) => `${ticket.id}:${ticket.status}:${ticket.rank}`).join(' ');
    const [actual, expected] = [print(tickets), print(all.slice(0, tickets.length))];
    const is = `${actual} of ${total}`;
    const shouldBe = `${expected} of ${all.length}`;
    return is === shouldBe ? [] : [`${status}: shows ${is}, should show ${shouldBe}`];
  });
}

/** A list that was fetched anew has at least one page. */
function short(world: PageWorld): string[] {
  return STATUSES.flatMap((status) => {
    const { length } = world.shown(status).tickets;
    const least = Math.min(PAGE_SIZE, world.server.list(status).length);
    return length < least ? [`${status}: shows ${length} tickets`] : [];
  });
}
