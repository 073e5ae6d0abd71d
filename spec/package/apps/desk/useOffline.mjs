import assert from 'node:assert/strict';
import { setTimeout as wait } from 'node:timers/promises';
import { until } from '../browser.mjs';
import { Model } from './Model.mjs';
import { Tab } from './Tab.mjs';
import { priorities } from './words.mjs';

/** Longer than stored data waits for a flush, ms. */
const FLUSH = 500;

/** Edits of two tabs, in their order. Each round ends with a reload of both. */
const rounds = [
  [
    mine(set(14, 'Status', 'closed')),
    other(set(2, 'Status', 'open')),
    mine(set(10, 'Assignee', 'Chiara')),
    other(set(31, 'Assignee', 'Bjarne')),
    mine(set(7, 'Priority', 'urgent')),
    other(set(36, 'Priority', 'low')),
    mine(create('Flood', 'urgent')),
    other(create('Lost keys', 'low')),
    mine(comment(57, 'I have called back.')),
    other(comment(31, 'Noted.')),
  ],
  [
    mine(set(2, 'Status', 'closed')),
    other(set(36, 'Status', 'closed')),
    mine(set(10, 'Priority', 'high')),
    other(set(7, 'Assignee', 'Amara')),
    mine(create('Broken oar', 'high')),
    other(create('Wet towels', 'normal')),
    mine(comment(57, 'The customer is happy.')),
    other(comment(31, 'I take over.')),
    mine(remove(38)),
    other(set(31, 'Status', 'pending')),
  ],
];

/**
 * Opens the desk in two tabs, edits tickets in both without a network, reloads both after each round, and connects them again. A tab shows
 * its own edits at once and those of both after a reload; in the end the server has each edit once.
 */
export async function useOffline(page, origin) {
  const get = async (path) => (await fetch(`${origin}/api/${path}`)).json();
  const context = page.context();
  const tabs = { mine: new Tab(page, origin), other: new Tab(await context.newPage(), origin) };
  const all = Object.values(tabs);
  const before = await get('all');
  const made = [];

  for (const tab of all) {
    await tab.open('/offline.html');
    await tab.loadAll();
  }
  // Tickets that are edited offline were loaded before.
  const chosen = new Set(rounds.flat().map(({ id }) => id));
  chosen.delete(undefined);
  for (const id of chosen) await tabs.mine.choose(id);
  await tabs.mine.quiet();
  await page.evaluate(() => navigator.serviceWorker.ready.then(() => undefined));
  await wait(FLUSH);
  await context.setOffline(true);

  for (const edits of rounds) {
    const known = { mine: [...made], other: [...made] };
    for (const edit of edits) {
      made.push(edit);
      known[edit.by].push(edit);
      await edit.make(tabs[edit.by]);
      await shows(tabs[edit.by], before, known[edit.by], made);
    }
    for (const tab of all) {
      await tab.reload();
      await shows(tab, before, made);
    }
  }

  await context.setOffline(false);
  for (const tab of all) await tab.sent();
  for (const tab of all) assert.equal(await tab.settle(), undefined);
  const expected = new Model(before, made);
  const after = await get('all');
  assert.deepEqual(
    new Model(
      after.map((ticket) => asNew(ticket, before)),
      [],
    ).shown,
    expected.shown,
  );
  for (const [id, texts] of expected.comments) {
    const comments = await get(`tickets/${id}/comments`);
    assert.deepEqual(comments.map(({ text }) => text).slice(-texts.length), texts);
    const { commentCount } = after.find((ticket) => ticket.id === id);
    assert.equal(
      commentCount,
      before.find((ticket) => ticket.id === id).commentCount + texts.length,
    );
  }
}

/** Waits until a tab shows what some edits make of the tickets: those it has made itself, or those of both tabs. */
async function shows(tab, before, ...known) {
  const expected = known.map((edits) => JSON.stringify(new Model(before, edits).shown));
  const shown = async () => {
    const { rows, total, counts } = await tab.read();
    return JSON.stringify({ rows, total, counts });
  };
  await until(async () => expected.includes(await shown()) || (await shown()), true).catch(
    async () => {
      assert.deepEqual(JSON.parse(await shown()), JSON.parse(expected[0]));
    },
  );
}

/** A ticket that was created since then, as a tab without a network shows it. */
function asNew(ticket, before) {
  return before.some(({ id }) => id === ticket.id) ? ticket : { ...ticket, id: undefined };
}

function mine(edit) {
  return { by: 'mine', ...edit };
}

function other(edit) {
  return { by: 'other', ...edit };
}

function set(id, member, value) {
  const change = {
    [member.toLowerCase()]: member === 'Priority' ? priorities.indexOf(value) : value,
  };
  return ofTicket(
    id,
    (tab) => tab.set(member, value),
    (model) => model.set(id, change),
  );
}

function comment(id, text) {
  return ofTicket(
    id,
    (tab) => tab.comment(text),
    (model) => model.comment(id, text),
  );
}

function remove(id) {
  return ofTicket(
    id,
    (tab) => tab.remove(),
    (model) => model.remove(id),
  );
}

function create(subject, priority) {
  return {
    make: (tab) => tab.create(subject, priority),
    note: (model) => model.create({ subject, priority: priorities.indexOf(priority) }),
  };
}

function ofTicket(id, act, note) {
  const make = async (tab) => {
    await tab.choose(id);
    await act(tab);
  };
  return { id, make, note };
}
