import { ANY, catchUp } from './catchUp.ts';
import { THROWN, wire } from './endpoints.ts';
import { compareInstances } from './compareInstances.ts';
import type { Key } from '../model/Key.ts';
import { show, showError } from './show.ts';
import type { State, World } from './World.ts';

/** What an operation may cause in a subscriber. */
export interface Allowance {
  /** How many emissions are allowed; several commits cause several. */
  readonly emissions: number;
}

/** Compares store and model after an operation. Throws if they differ. */
export function check(world: World, { emissions }: Allowance): void {
  const problems = catchUp(world);
  if (world.model.isUnspecified) return;
  for (const { listener, key } of world.observers) {
    compareState(`subscriber of ${key.spec.name}`, world, key, listener.last!, problems);
  }
  for (const key of world.model.keys) {
    // Reading a released key would make the store remember it, and hide mistakes of collection.
    if (key.observers + key.passiveObservers === 0) continue;
    compareState(`getState of ${key.spec.name}`, world, key, world.stateOf(key.spec), problems);
  }
  for (const watcher of world.watchers) {
    const expected = watcher.expected();
    const actual = watcher.shown();
    if (expected !== undefined && actual !== expected) {
      problems.push(`${watcher.listener.name}: shows ${actual}, should show ${expected}`);
    }
  }
  for (const { listener } of [...world.observers, ...world.watchers]) {
    if (listener.news.length > emissions) {
      problems.push(`${listener.name}: emits ${listener.news.length} times`);
    }
    listener.news = [];
    problems.push(...listener.problems.map((problem) => `${listener.name}: ${problem}`));
  }
  compareInstances(world, problems);
  compareReports(world, problems);
  if (problems.length > 0) throw new Error(problems.join('\n'));
}

/** Errors thrown by `getOptimisticResponse` and `errorPolicy` are reported once each. */
function compareReports(world: World, problems: string[]): void {
  const reported = world.kit.reported.splice(0).map(showError);
  const isRight = reported.every((message) => message === THROWN);
  if (!isRight || reported.length !== wire.reports) problems.push(`reported: ${reported.join()}`);
  wire.reports = 0;
}

/** Checks the promises of the store. */
export function checkPromises({ promises }: World): void {
  for (const { name, expected, actual } of promises) {
    if (actual !== undefined && expected() === ANY) continue;
    if (actual !== expected())
      throw new Error(`${name}: settles with ${actual}, should with ${expected()}`);
  }
}

function compareState(
  name: string,
  { model }: World,
  key: Key,
  { status, data, error, fetching }: State,
  problems: string[],
): void {
  const expected = model.show(key);
  const isSpecified = model.isSpecified(key);
  const actual = { status, data: show(data), error: showError(error), fetching };
  for (const member of ['status', 'data', 'error', 'fetching'] as const) {
    // A key that may have expired may have a request that no longer counts.
    const isComparable = member === 'fetching' && key.maybeExpired === 0;
    const isCompared = isSpecified || member === 'error' || isComparable;
    if (isCompared && expected[member] !== undefined && actual[member] !== expected[member]) {
      problems.push(`${name}: ${member} is ${actual[member]}, should be ${expected[member]}`);
    }
    if (member === 'error' && expected.error === undefined && actual.error !== undefined) {
      problems.push(`${name}: error is ${actual.error}, should be none`);
    }
  }
}
