import { SuspenseThenable } from '../../src/react/SuspenseThenable.ts';

describe('SuspenseThenable', () => {
  it('begins pending and mirrors each state in its fields', () => {
    const thenable = new SuspenseThenable<number>();
    expect(thenable).toMatchObject({ status: 'pending', value: undefined, reason: undefined });
    thenable.fulfil(1);
    expect(thenable).toMatchObject({ status: 'fulfilled', value: 1, reason: undefined });
    thenable.fulfil(2);
    expect(thenable).toMatchObject({ status: 'fulfilled', value: 2, reason: undefined });
    thenable.reject('no');
    expect(thenable).toMatchObject({ status: 'rejected', value: undefined, reason: 'no' });
    thenable.setPending();
    expect(thenable).toMatchObject({ status: 'pending', value: undefined, reason: undefined });
  });

  it('counts throws while it is pending', () => {
    const thenable = new SuspenseThenable<number>();
    thenable.throws++;
    thenable.setPending();
    expect(thenable.throws).toBe(1);
    thenable.fulfil(1);
    thenable.setPending();
    expect(thenable.throws).toBe(0);
  });

  it('returns one settled thenable per outcome, the same object while the outcome is the same', () => {
    const thenable = new SuspenseThenable<number>();
    expect(thenable.settled()).toBe(thenable);
    thenable.fulfil(1);
    const one = thenable.settled();
    thenable.fulfil(1);
    expect(thenable.settled()).toBe(one);
    thenable.fulfil(2);
    expect(thenable.settled()).toMatchObject({ status: 'fulfilled', value: 2 });
    expect(one).toMatchObject({ status: 'fulfilled', value: 1 });
    thenable.reject('no');
    expect(thenable.settled()).toMatchObject({ status: 'rejected', reason: 'no' });
    thenable.setPending();
    expect(thenable.settled()).toBe(thenable);
  });

  it('can be awaited', async () => {
    const thenable = new SuspenseThenable<number>();
    const awaited = (async () => await thenable)();
    thenable.fulfil(1);
    expect(await awaited).toBe(1);
    expect(await thenable).toBe(1);
    thenable.reject(new Error('no'));
    await expect((async () => await thenable)()).rejects.toThrow('no');
  });

  it('passes values and reasons through if a handler is missing', async () => {
    const thenable = new SuspenseThenable<number>();
    thenable.fulfil(1);
    expect(await thenable.then(null, () => 0)).toBe(1);
    thenable.reject(2);
    expect(await thenable.then(null, (reason) => reason)).toBe(2);
  });

  it('resolves with what its handlers return, and rejects with what they throw', async () => {
    const thenable = new SuspenseThenable<number>();
    thenable.fulfil(1);
    expect(await thenable.then((value) => Promise.resolve(value + 1))).toBe(2);
    await expect(
      thenable.then(() => {
        throw new Error('no');
      }),
    ).rejects.toThrow('no');
  });

  it('calls each handler once, in a microtask', async () => {
    const thenable = new SuspenseThenable<number>();
    const called: string[] = [];
    void thenable.then(() => called.push('first'));
    thenable.fulfil(1);
    thenable.fulfil(2);
    void thenable.then(() => called.push('second'));
    expect(called).toEqual([]);
    await Promise.resolve();
    expect(called).toEqual(['first', 'second']);
  });

  it('calls its handlers on `notify()` although it is pending', async () => {
    const thenable = new SuspenseThenable<number>();
    const called: string[] = [];
    void thenable.then(() => called.push('first'));
    thenable.notify();
    await Promise.resolve();
    expect(called).toEqual(['first']);
    thenable.fulfil(1);
    await Promise.resolve();
    expect(called).toEqual(['first']);
  });

  it('causes no unhandled rejection', async () => {
    const unhandled = jest.fn();
    process.on('unhandledRejection', unhandled);
    const thenable = new SuspenseThenable<number>();
    thenable.reject(new Error('no'));
    await new Promise((resolve) => setImmediate(resolve));
    process.off('unhandledRejection', unhandled);
    expect(unhandled).not.toHaveBeenCalled();
  });
});
