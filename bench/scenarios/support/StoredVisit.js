/** The pages of one contender: one that stores what it commits, and one that stores nothing. */
export class StoredVisit {
  #profile;
  #job;
  #id;
  #pace;
  #stored;
  #bare;
  #written = 0;
  /** A page of rows. */
  #firstWritten;

  /** `id` is that of the contender. */
  constructor(profile, job, id, pace) {
    this.#profile = profile;
    this.#job = job;
    this.#id = id;
    this.#pace = pace;
  }

  async open() {
    this.#stored = await this.#openPage();
    const options = { name: this.#id, isStored: true };
    this.#firstWritten = await this.#stored.call('openStore', ...this.#place, options);
    this.#bare = await this.#openPage();
    await this.#bare.call('openStore', ...this.#place, { name: this.#id, isStored: false });
  }

  /** A response of all rows. */
  async load() {
    const { quiet } = this.#pace;
    return {
      slice: await this.#stored.longestTask(() => this.#stored.call('loadRows', quiet.load)),
      bareSlice: await this.#bare.longestTask(() => this.#bare.call('loadRows', quiet.bare)),
    };
  }

  /** Commits of one row each. */
  async write() {
    const { quiet, commits } = this.#pace;
    const stored = await writeRows(this.#stored, commits, quiet.write);
    const bare = await writeRows(this.#bare, commits, quiet.bare);
    const written = await this.#stored.call('takeWrites');
    const times = await this.#stored.call('compareCommits', commits, quiet.write);
    this.#written += 2 * commits;
    return {
      ...stored,
      ...written,
      bareTask: bare.task,
      bareLongest: bare.longest,
      commit: times.stored,
      commitRatio: times.stored / times.bare,
    };
  }

  /** A fresh page that reads what is stored. */
  async read() {
    const page = await this.#openPage();
    const options = { name: this.#id, isStored: true };
    const firstData = await page.call('readRows', ...this.#place, options, this.#firstWritten);
    await page.call('checkRows', this.#written);
    await page.close();
    return { firstData };
  }

  get #place() {
    return [this.#id, this.#job.n];
  }

  #openPage() {
    return this.#profile.open(this.#job.page);
  }
}

async function writeRows(page, commits, quiet) {
  let task;
  const longest = await page.longestTask(async () => {
    task = await page.timeTasks(() => page.call('writeRows', commits, quiet));
  });
  return { task, longest };
}
