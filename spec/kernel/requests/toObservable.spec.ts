import { observable, Observable, of } from 'rxjs';
import { toObservable } from '../../../src/kernel/requests/toObservable.ts';

function observed(source: unknown) {
  const emitted: unknown[] = [];
  const subscription = toObservable(source).subscribe({
    next: (value) => emitted.push(value),
    error: (error: unknown) => emitted.push(['error', error]),
    complete: () => emitted.push('end'),
  });
  return { emitted, subscription };
}

const settled = async (): Promise<void> => {
  for (let turn = 0; turn < 10; turn++) await Promise.resolve();
};

describe('toObservable', () => {
  it('returns observables as they are', () => {
    const source$ = of(1);
    expect(toObservable(source$)).toBe(source$);
  });

  it.each([1, 'text', null, undefined, true])('emits %p as one value', (source) => {
    expect(observed(source).emitted).toEqual([source, 'end']);
  });

  it.each([[[1, 2]], [{ a: 1 }], [new Set([1])], [() => 1]])(
    'emits %p as one value, not its members',
    (source) => {
      const { emitted } = observed(source);
      expect(emitted[0]).toBe(source);
      expect(emitted).toHaveLength(2);
    },
  );

  it('emits the value or error of a promise', async () => {
    const failure = new Error('no');
    const [kept, broken] = [observed(Promise.resolve([1])), observed(Promise.reject(failure))];
    await settled();
    expect(kept.emitted).toEqual([[1], 'end']);
    expect(broken.emitted).toEqual([['error', failure]]);
  });

  it('subscribes to observables of other libraries, and unsubscribes', () => {
    let isOpen = true;
    const own = new Observable((subscriber) => {
      subscriber.next(1);
      return () => (isOpen = false);
    });
    const foreign = {
      subscribe: () => {
        throw new Error('Not the interop subscribe.');
      },
      [observable]: () => ({ subscribe: own.subscribe.bind(own) }),
    };
    const { emitted, subscription } = observed(foreign);
    subscription.unsubscribe();
    expect(emitted).toEqual([1]);
    expect(isOpen).toBe(false);
  });

  it('subscribes to objects that only have a subscribe method', () => {
    expect(observed({ subscribe: of(1).subscribe.bind(of(1)) }).emitted).toEqual([1, 'end']);
  });

  it('iterates async iterables, and closes them on unsubscribe', async () => {
    let isOpen = true;
    async function* numbers() {
      try {
        for (let number = 1; ; number++) yield await Promise.resolve(number);
      } finally {
        isOpen = false;
      }
    }
    const emitted: unknown[] = [];
    const subscription = toObservable(numbers()).subscribe((value) => {
      emitted.push(value);
      if (value === 3) subscription.unsubscribe();
    });
    for (let turn = 0; turn < 10; turn++) await settled();
    expect(emitted).toEqual([1, 2, 3]);
    expect(isOpen).toBe(false);
  });

  it('emits the errors of async iterables', async () => {
    const failure = new Error('no');
    async function* broken() {
      yield await Promise.resolve(1);
      throw failure;
    }
    const { emitted } = observed(broken());
    await settled();
    expect(emitted).toEqual([1, ['error', failure]]);
  });
});
