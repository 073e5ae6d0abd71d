import assert from 'node:assert/strict';
import { setTimeout as wait } from 'node:timers/promises';
import { until } from '../browser.mjs';
import { countRenders } from './countRenders.mjs';
import { assignees, priorities, statuses, textOf } from './words.mjs';

const QUIET = 120;
const PATIENCE = 3_000;

/** A tab with the desk: what a user does in it, what it shows, and what the server says about that. */
export class Tab {
  #page;
  #origin;
  #view = { status: ['open', 'pending'], assignee: undefined, orderBy: 'priority' };
  #chosen;
  #inFlight = 0;
  #changedAt = 0;
  #requests = 0;

  constructor(page, origin) {
    this.#page = page;
    this.#origin = origin;
    const isCounted = (request) => /\/api\/(?!events)/.test(request.url());
    const change = (request, by) => {
      if (!isCounted(request)) return;
      this.#inFlight += by;
      this.#changedAt = Date.now();
    };
    page.on('request', (request) => {
      change(request, 1);
      if (isCounted(request)) this.#requests++;
    });
    page.on('requestfinished', (request) => change(request, -1));
    page.on('requestfailed', (request) => change(request, -1));
  }

  async open(path) {
    await this.#page.addInitScript(countRenders);
    await this.#page.goto(`${this.#origin}${path}`);
    await this.#page.getByRole('listitem').first().waitFor();
  }

  /** Waits until all changes are sent. */
  async sent() {
    await this.#page.getByText('saved', { exact: true }).waitFor();
  }

  async reload() {
    this.#chosen = undefined;
    await this.#page.reload();
    await this.#page.getByRole('listitem').first().waitFor();
  }

  /** Loads all pages of the list. */
  async loadAll() {
    while (!(await this.read()).isWhole) {
      await this.#page.evaluate(() => window.scrollTo(0, document.body.scrollHeight));
      await this.quiet();
    }
  }

  /** Requests and renders since the tab was opened. */
  async work() {
    return { requests: this.#requests, renders: await this.#page.evaluate(() => window.renders) };
  }

  // What a user does.

  async choose(id) {
    this.#chosen = id;
    await this.#page.locator(`[data-id="${id}"] button`).click();
    await this.#page.getByRole('region', { name: 'Comments' }).waitFor();
  }

  set(member, value) {
    return this.#page
      .getByRole('article')
      .getByRole('group', { name: member })
      .getByRole('button', { name: value })
      .click();
  }

  async create(subject, priority) {
    const form = this.#page.getByRole('form', { name: 'New ticket' });
    await form.getByRole('textbox').fill(subject);
    await form.getByRole('button', { name: priority }).click();
    await form.getByRole('button', { name: 'Create' }).click();
  }

  async comment(text) {
    await this.#page.getByLabel('Comment', { exact: true }).fill(text);
    await this.#page.getByRole('button', { name: 'Send' }).click();
  }

  async remove() {
    this.#chosen = undefined;
    await this.#page.getByRole('button', { name: 'Delete the ticket' }).click();
  }

  async tick(status) {
    this.#view.status = statuses.filter(
      (one) => (one === status) !== this.#view.status.includes(one),
    );
    await this.#page.getByRole('checkbox', { name: status }).click();
    await this.#shown();
  }

  async sortBy(orderBy) {
    this.#view.orderBy = orderBy;
    await this.#page
      .getByRole('group', { name: 'Sort by' })
      .getByRole('button', { name: orderBy })
      .click();
    await this.#shown();
  }

  async ofAssignee(assignee) {
    this.#view.assignee = assignee;
    await this.#page.getByRole('radio', { name: assignee ?? 'anyone' }).click();
    await this.#shown();
  }

  async scroll() {
    await this.#page.locator('.end').scrollIntoViewIfNeeded();
  }

  /** Does something that sends a request, and returns what the tab shows before the response. Then `respond` gets the request. */
  async whileHeld(act, respond = (route) => route.continue()) {
    const held = [];
    await this.#page.route('**/api/**', (route) =>
      route.request().method() === 'GET' ? route.continue() : held.push(route),
    );
    await act();
    await until(() => held.length > 0, true);
    await this.#page.evaluate(
      () => new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done))),
    );
    const shown = await this.read();
    await Promise.all(held.map(respond));
    await this.#page.unroute('**/api/**');
    return shown;
  }

  // What it shows.

  read() {
    return this.#page.evaluate(() => {
      const texts = (selector, within = document) =>
        [...within.querySelectorAll(selector)].map((element) => element.textContent);
      const article = document.querySelector('article');
      return {
        rows: [...document.querySelectorAll('[data-id] > button')].map((row) =>
          texts('span', row).join(' | '),
        ),
        isWhole: !document.querySelector('.end'),
        total: parseInt(texts('.total')[0], 10),
        counts: texts('.option b'),
        ticket: article && [
          ...texts('[aria-pressed=true]', article),
          ...texts('.conversation li', article),
        ],
      };
    });
  }

  /** The same from the server. Of the list, as much as the tab has loaded. */
  async expected(shown) {
    const search = new URLSearchParams(this.#view.status.map((status) => ['status', status]));
    search.set('orderBy', this.#view.orderBy);
    if (this.#view.assignee) search.set('assignee', this.#view.assignee);
    const list = await this.#get(`all?${search}`);
    const unfinished = 'status=open&status=pending';
    const filters = [
      ...statuses.map((status) => `status=${status}`),
      ...assignees.map((assignee) => `${unfinished}&assignee=${assignee}`),
    ];
    const counts = filters.map(async (filter) => `${await this.#get(`tickets/count?${filter}`)}`);
    return {
      rows: list.slice(0, shown.rows.length).map(textOf),
      isWhole: shown.rows.length >= list.length,
      total: list.length,
      counts: await Promise.all(counts),
      ticket: this.#chosen === undefined ? null : await this.#ticket(this.#chosen),
    };
  }

  async #ticket(id) {
    const { status, assignee, priority } = await this.#get(`tickets/${id}`);
    const comments = await this.#get(`tickets/${id}/comments`);
    return [
      status,
      assignee,
      priorities[priority],
      ...comments.map(({ author, text }) => `${author} ${text}`),
    ];
  }

  /** Whether the tab showed what the server has. New tickets have no id before the response. */
  async isRight(shown) {
    const withoutIds = ({ rows, ...others }) => ({
      ...others,
      rows: rows.map((text) => text.replace(/#\S+/, '#')),
    });
    return !differenceOf(withoutIds(shown), withoutIds(await this.expected(shown)));
  }

  /** Waits until no request is in flight, and until the tab shows what the server has. Returns the difference, if one stays. */
  async settle() {
    const end = Date.now() + PATIENCE;
    for (;;) {
      await this.quiet();
      const shown = await this.read();
      const difference = differenceOf(shown, await this.expected(shown));
      if (!difference || Date.now() > end) return difference;
      await wait(50);
    }
  }

  async quiet() {
    while (this.#inFlight > 0 || Date.now() - this.#changedAt < QUIET) await wait(20);
  }

  async #shown() {
    await this.#page.locator('.column[aria-busy=false] .rows').first().waitFor();
  }

  async #get(path) {
    return (await fetch(`${this.#origin}/api/${path}`)).json();
  }
}

/** Why two states of a tab differ, if they do. */
function differenceOf(shown, expected) {
  try {
    assert.deepEqual(shown, expected);
    return undefined;
  } catch (error) {
    return error.message;
  }
}
