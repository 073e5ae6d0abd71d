/** Runs tasks one after the other: a transaction sees nothing of another one. */
export class TaskQueue {
  #last: Promise<unknown> = Promise.resolve();

  run<R>(task: () => Promise<R>): Promise<R> {
    const run = this.#last.then(task);
    this.#last = run.catch(() => undefined);
    return run;
  }
}
