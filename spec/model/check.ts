import { isMutation, User } from './endpoints.ts';
import { learn } from './learn.ts';
import { show, showError } from './show.ts';
import type { Key } from './ReferenceModel.ts';
import { tolerated } from './tolerated.ts';
import type { State, World } from './World.ts';
import { idsOfWrite } from './writeToStore.ts';
import { writeToModel } from './writeToModel.ts';

/** Stands for an outcome that is not told. */
const ANY = 'any';

/** What an operation may do to a subscriber. */
export interface Allowance {
  /** How many emissions; several commits bring several. */
  readonly emissions: number;
}

/** Compares store and model after an operation. Throws what differs. */
export function check(world: World, { emissions }: Allowance): void {
  const written = world.written.splice(0);
  // A request that subscribers give up by a reset before it is on its way.
  if (world.model.sent.length > 0 && written.some(({ write }) => write.do === 'reset')) world.isUntold = true;
  for (const { write, seq } of written) {
    writeToModel(world.model, write, seq);
    for (const id of idsOfWrite(write)) world.byHand.add(id);
    if (write.do === 'reset') world.touched.clear();
  }
  let askedAgain: readonly Key[] = [];
  if (world.arrived) {
    const { request, landing } = world.arrived;
    // Whether a request is still under way while subscribers are told of its answer is not told,
    if (written.some(({ write }) => write.do === 'reset')) request.outcome = ANY;
    // nor what comes first, what they write then or that things are asked again.
    const asked = world.model.land(request, landing);
    if (asked && written.length > 0) world.isUntold = true;
    const isAskedAgain = world.sent.some(({ name }) => name === request.key?.spec.name);
    if (tolerated.revalidationAborts && isAskedAgain) request.outcome = ANY;
    askedAgain = asked ?? [];
  }
  world.arrived = undefined;
  if (world.isUntold) return;
  // What was shown for a moment has been another value.
  if (written.length > 0) world.known.clear();
  const problems: string[] = [];
  linkSent(world, problems);
  // The mark stands right before the request that it brings.
  for (const key of askedAgain) {
    const request = world.model.pending.findLast((each) => each.key === key);
    if (tolerated.removalAsksTwice && request && key.readers > 0) key.expired = request.seq - 0.5;
  }
  dropAborted(world, problems);
  for (const key of world.model.keys) if (key.readers + key.lookers > 0) learn(world, key);
  for (const { listener, key } of world.readers) {
    compareState(`subscriber of ${key.spec.name}`, world, key, listener.last!, problems);
  }
  for (const key of world.model.keys) {
    // A look at a key that nobody holds would be remembered, and hide what forgetting does.
    if (key.readers + key.lookers === 0) continue;
    compareState(`getState of ${key.spec.name}`, world, key, world.stateOf(key.spec), problems);
  }
  for (const watcher of world.watchers) {
    const expected = watcher.expected();
    const actual = watcher.shown();
    if (expected !== undefined && actual !== expected) {
      problems.push(`${watcher.listener.name}: shows ${actual}, should show ${expected}`);
    }
  }
  for (const { listener } of [...world.readers, ...world.watchers]) {
    if (listener.news.length > emissions) {
      problems.push(`${listener.name}: is told ${listener.news.length} times`);
    }
    listener.news = [];
    problems.push(...listener.problems.map((problem) => `${listener.name}: ${problem}`));
  }
  const hasLayers = world.model.pending.some(({ layer }) => layer);
  if (!tolerated.layersRenewInstances || !(hasLayers || world.hadLayers)) compareInstances(world, problems);
  else world.known.clear();
  world.hadLayers = hasLayers;
  if (world.kit.reported.length > 0) problems.push(`reported: ${String(world.kit.reported[0])}`);
  if (problems.length > 0) throw new Error(problems.join('\n'));
}

/** The promises that the store gave, once those that are due have settled. */
export function checkPromises({ promises }: World): void {
  for (const { name, expected, actual } of promises) {
    if (actual !== undefined && expected() === ANY) continue;
    if (actual !== expected()) throw new Error(`${name}: settles with ${actual}, should with ${expected()}`);
  }
}

/** Every request of the model was sent, and no other. In which order those of one operation are sent is not told. */
function linkSent({ sent, model, flights }: World, problems: string[]): void {
  const open = model.sent.splice(0);
  for (const flight of sent.splice(0)) {
    let at = open.findIndex(({ key }) => key ? key.spec.name === flight.name : isMutation(flight.name));
    const asked = model.keys.find(({ spec }) => spec.name === flight.name);
    if (at < 0 && asked && model.maybeAsked.delete(asked)) {
      asked.maybeExpired = flight.seq - 0.5;
      model.expireMaybe(asked);
      open.push(model.send(asked));
      at = open.length - 1;
    }
    if (at < 0) {
      problems.push(`${flight.name}: a request too many`);
      continue;
    }
    const [request] = open.splice(at, 1);
    flight.request = request!;
    request!.seq = flight.seq;
    flights.push(flight);
  }
  model.sent = [];
  model.maybeAsked.clear();
  for (const { key } of open) problems.push(`${key?.spec.name ?? 'mutation'}: a request is missing`);
}

/** Requests that were given up are no longer listened to. */
function dropAborted(world: World, problems: string[]): void {
  world.flights = world.flights.filter(({ name, fake, request }) => {
    const isPending = world.model.pending.includes(request!);
    if (fake.isFollowed !== isPending) {
      problems.push(`${name}: a request ${isPending ? 'was given up' : 'goes on'}`);
    }
    return isPending;
  });
}

function compareState(
  name: string,
  { model }: World,
  key: Key,
  { status, data, error, fetching }: State,
  problems: string[],
): void {
  const expected = model.show(key);
  const isTold = model.isTold(key);
  const actual = { status, data: show(data), error: showError(error), fetching };
  for (const member of ['status', 'data', 'error', 'fetching'] as const) {
    const isCompared = isTold || member === 'error' || member === 'fetching';
    if (isCompared && expected[member] !== undefined && actual[member] !== expected[member]) {
      problems.push(`${name}: ${member} is ${actual[member]}, should be ${expected[member]}`);
    }
    if (member === 'error' && expected.error === undefined && actual.error !== undefined) {
      problems.push(`${name}: error is ${actual.error}, should be none`);
    }
  }
}

/** What is equal is the same object, for everybody and from operation to operation. */
function compareInstances({ readers, watchers, known }: World, problems: string[]): void {
  const seen = new Map<string, object>();
  const values = [
    // A list that holds removed members is another one than a list without them.
    ...readers.map(({ listener, key }) => [`${listener.name} ${key.answer}`, listener.last?.data] as const),
    ...watchers.map(({ listener, key }) => [`${listener.name} ${key?.answer}`, listener.last] as const),
  ];
  const note = (name: string, value: unknown): void => {
    if (typeof value !== 'object' || value === null) return;
    const shown = `${name} ${show(value)}`;
    // Instances of what is just being created.
    if (shown.includes('*')) return;
    const other = seen.get(shown) ?? known.get(shown);
    if (other && other !== value) problems.push(`${shown}: is another object than before`);
    seen.set(shown, value);
  };
  for (const [name, value] of values) {
    if (Array.isArray(value) || value instanceof User) note(name, value);
    for (const member of [value].flat()) if (member instanceof User) note('user', member);
  }
  known.clear();
  for (const [shown, value] of seen) known.set(shown, value);
}
