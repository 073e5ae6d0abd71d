import { observable, Observable, of } from 'rxjs';
import { toObservable } from '../../src/requests/toObservable.ts';

function observed(answer: unknown) {
  const told: unknown[] = [];
  const subscription = toObservable(answer).subscribe({
    next: (value) => told.push(value),
    error: (error: unknown) => told.push(['error', error]),
    complete: () => told.push('end'),
  });
  return { told, subscription };
}

const settled = async (): Promise<void> => {
  for (let turn = 0; turn < 10; turn++) await Promise.resolve();
};

describe('toObservable', () => {
  it('gives observables as they are', () => {
    const answer$ = of(1);
    expect(toObservable(answer$)).toBe(answer$);
  });

  it.each([1, 'text', null, undefined, true])('gives %p as one value', (answer) => {
    expect(observed(answer).told).toEqual([answer, 'end']);
  });

  it.each([[[1, 2]], [{ a: 1 }], [new Set([1])], [() => 1]])(
    'gives %p as one value, not its members',
    (answer) => {
      const { told } = observed(answer);
      expect(told[0]).toBe(answer);
      expect(told).toHaveLength(2);
    },
  );

  it('follows promises', async () => {
    const failure = new Error('no');
    const [kept, broken] = [observed(Promise.resolve([1])), observed(Promise.reject(failure))];
    await settled();
    expect(kept.told).toEqual([[1], 'end']);
    expect(broken.told).toEqual([['error', failure]]);
  });

  it('follows observables of other libraries, and leaves them', () => {
    let isOpen = true;
    const own = new Observable((subscriber) => {
      subscriber.next(1);
      return () => (isOpen = false);
    });
    const foreign = {
      subscribe: () => {
        throw new Error('Its own way to subscribe.');
      },
      [observable]: () => ({ subscribe: own.subscribe.bind(own) }),
    };
    const { told, subscription } = observed(foreign);
    subscription.unsubscribe();
    expect(told).toEqual([1]);
    expect(isOpen).toBe(false);
  });

  it('follows what has only a method to subscribe', () => {
    expect(observed({ subscribe: of(1).subscribe.bind(of(1)) }).told).toEqual([1, 'end']);
  });

  it('follows async iterables and ends them when it is left', async () => {
    let isOpen = true;
    async function* numbers() {
      try {
        for (let number = 1; ; number++) yield await Promise.resolve(number);
      } finally {
        isOpen = false;
      }
    }
    const told: unknown[] = [];
    const subscription = toObservable(numbers()).subscribe((value) => {
      told.push(value);
      if (value === 3) subscription.unsubscribe();
    });
    for (let turn = 0; turn < 10; turn++) await settled();
    expect(told).toEqual([1, 2, 3]);
    expect(isOpen).toBe(false);
  });

  it('tells what async iterables throw', async () => {
    const failure = new Error('no');
    async function* broken() {
      yield await Promise.resolve(1);
      throw failure;
    }
    const { told } = observed(broken());
    await settled();
    expect(told).toEqual([1, ['error', failure]]);
  });
});
