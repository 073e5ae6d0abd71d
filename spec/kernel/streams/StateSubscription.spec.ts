import { BehaviorSubject, config, type Observable, Subscription, take } from 'rxjs';
import {
  type SourceListener,
  StateObservable,
} from '../../../src/kernel/streams/StateObservable.ts';

/** A source whose value is set by hand; `value` may throw. */
class ManualSource extends StateObservable<number> {
  listeners: SourceListener[] = [];
  value: () => number = () => 1;
  readonly observable = this;

  getValue(): number {
    return this.read();
  }

  read(): number {
    return this.value();
  }

  listen(listener: SourceListener): void {
    this.listeners.push(listener);
  }

  unlisten(listener: SourceListener): void {
    this.listeners = this.listeners.filter((other) => other !== listener);
  }

  next(value: number): void {
    this.value = () => value;
    for (const listener of [...this.listeners]) listener.changed();
  }

  fail(error: Error): void {
    this.value = () => {
      throw error;
    };
    for (const listener of [...this.listeners]) listener.changed();
  }

  end(): void {
    for (const listener of [...this.listeners]) listener.ended();
  }
}

/** The same source in RxJS. */
class Model {
  readonly #subject = new BehaviorSubject(1);
  readonly observable: Observable<number> = this.#subject;

  get listeners(): unknown[] {
    return this.#subject.observed ? [true] : [];
  }

  next(value: number): void {
    this.#subject.next(value);
  }

  fail(error: Error): void {
    this.#subject.error(error);
  }

  end(): void {
    this.#subject.complete();
  }
}

const { onUnhandledError } = config;
let unhandled: unknown[];

beforeEach(() => {
  jest.useFakeTimers();
  unhandled = [];
  config.onUnhandledError = (error) => unhandled.push(error);
});
afterEach(() => {
  config.onUnhandledError = onUnhandledError;
  jest.useRealTimers();
});

type World = Model | ManualSource;
type Log = unknown[];
type Subscribe = (world: World, log: Log) => Subscription;

const waysToSubscribe: Record<string, Subscribe> = {
  'a function': ({ observable }, log) => observable.subscribe((value) => log.push(value)),
  'a function that throws': ({ observable }, log) =>
    observable.subscribe((value) => {
      log.push(value);
      throw new Error(`of the function at ${value}`);
    }),
  'three functions': ({ observable }, log) =>
    observable.subscribe(
      (value) => log.push(value),
      (error: Error) => log.push(error.message),
      () => log.push('complete'),
    ),
  'the last of three functions': ({ observable }, log) =>
    observable.subscribe(null, null, () => log.push('complete')),
  'an observer': ({ observable }, log) =>
    observable.subscribe({
      next: (value) => log.push(value),
      error: (error: Error) => log.push(error.message),
      complete: () => log.push('complete'),
    }),
  'an observer whose functions use this': ({ observable }, log) => {
    const observer = {
      log,
      next(value: number) {
        this.log.push(value);
      },
    };
    return observable.subscribe(observer);
  },
  'an observer that throws at the end': ({ observable }, log) =>
    observable.subscribe({
      next: (value) => log.push(value),
      error: () => {
        throw new Error('of error()');
      },
      complete: () => {
        throw new Error('of complete()');
      },
    }),
  'an empty observer': ({ observable }) => observable.subscribe({}),
  nothing: ({ observable }) => observable.subscribe(),
  'an operator': ({ observable }, log) =>
    observable.pipe(take(2)).subscribe({
      next: (value) => log.push(value),
      complete: () => log.push('complete'),
    }),
  'an operator that has enough at once': ({ observable }, log) =>
    observable.pipe(take(1)).subscribe({
      next: (value) => log.push(value),
      complete: () => log.push('complete'),
    }),
};

const courses: Record<string, (world: World, subscription: Subscription) => void> = {
  'two values': (world) => {
    world.next(2);
    world.next(3);
  },
  'a failure': (world) => {
    world.next(2);
    world.fail(new Error('of the source'));
    world.next(3);
  },
  'the end': (world) => {
    world.end();
    world.next(2);
  },
  'values after it was left': (world, subscription) => {
    subscription.unsubscribe();
    world.next(2);
    world.fail(new Error('of the source'));
  },
};

/** The notifications that an observer gets, in order. */
function play(world: World, subscribe: Subscribe, course: (typeof courses)[string]): unknown {
  const log: Log = [];
  unhandled = [];
  const subscription = subscribe(world, log);
  subscription.add(() => log.push('torn down'));
  course(world, subscription);
  jest.runAllTimers();
  return { log, unhandled, closed: subscription.closed, isListened: world.listeners.length > 0 };
}

describe.each(Object.entries(waysToSubscribe))('%s', (_way, subscribe) => {
  it.each(Object.entries(courses))('is notified of %s as by RxJS', (_course, course) => {
    const expected = play(new Model(), subscribe, course);
    expect(play(new ManualSource(), subscribe, course)).toEqual(expected);
  });
});

it('notifies an observer if the source cannot be listened to', () => {
  class Failed extends ManualSource {
    override listen(): never {
      throw new Error('no source');
    }
  }
  const failed = new Failed();
  const errors: unknown[] = [];
  const subscription = failed.subscribe({ error: (error) => errors.push(error) });
  expect(errors).toEqual([new Error('no source')]);
  expect(subscription.closed).toBe(true);
});

it('ends with the subscription that it was added to', () => {
  const source = new ManualSource();
  const all = new Subscription();
  all.add(source.observable.subscribe());
  expect(source.listeners).toHaveLength(1);
  all.unsubscribe();
  expect(source.listeners).toEqual([]);
});

it('notifies no observer that is being notified of the end', () => {
  const source = new ManualSource();
  const log: unknown[] = [];
  source.observable.subscribe({
    next: (value) => log.push(value),
    error: () => {
      log.push('error');
      source.next(3);
    },
  });
  source.fail(new Error('of the source'));
  expect(log).toEqual([1, 'error']);
});
