import { BehaviorSubject, Subject } from 'rxjs';
import { streamResourceOf } from '../../src/react/suspense/StreamResource.ts';
import { SuspenseThenable } from '../../src/react/suspense/suspend.ts';

describe('SuspenseThenable', () => {
  it('begins pending and mirrors each state in its fields', () => {
    const thenable = new SuspenseThenable();
    expect(thenable).toMatchObject({ status: 'pending', value: undefined, reason: undefined });
    thenable.become('show', 1);
    expect(thenable).toMatchObject({ status: 'fulfilled', value: 1, reason: undefined });
    thenable.become('show', 2);
    expect(thenable).toMatchObject({ status: 'fulfilled', value: 2, reason: undefined });
    thenable.become('throw', 'no');
    expect(thenable).toMatchObject({ status: 'rejected', value: undefined, reason: 'no' });
    thenable.become('wait', undefined);
    expect(thenable).toMatchObject({ status: 'pending', value: undefined, reason: undefined });
  });

  it('counts throws while it is pending', () => {
    const thenable = new SuspenseThenable();
    thenable.throws++;
    thenable.become('wait', undefined);
    expect(thenable.throws).toBe(1);
    thenable.become('show', 1);
    thenable.become('wait', undefined);
    expect(thenable.throws).toBe(0);
  });

  it('says whether an outcome is the present one', () => {
    const thenable = new SuspenseThenable();
    expect(thenable.is('wait', undefined)).toBe(true);
    thenable.become('show', null);
    expect(thenable.is('show', null)).toBe(true);
    expect(thenable.is('show', undefined)).toBe(false);
    expect(thenable.is('throw', null)).toBe(false);
    thenable.become('throw', 'no');
    expect(thenable.is('throw', 'no')).toBe(true);
    expect(thenable.is('wait', undefined)).toBe(false);
  });

  it('can be awaited', async () => {
    const thenable = new SuspenseThenable();
    const awaited = (async () => await thenable)();
    thenable.become('show', 1);
    expect(await awaited).toBe(1);
    expect(await thenable).toBe(1);
    thenable.become('throw', new Error('no'));
    await expect((async () => await thenable)()).rejects.toThrow('no');
  });

  it('passes values and reasons through if a handler is missing', async () => {
    const thenable = new SuspenseThenable();
    thenable.become('show', 1);
    expect(await thenable.then(null, () => 0)).toBe(1);
    thenable.become('throw', 2);
    expect(await thenable.then(null, (reason) => reason)).toBe(2);
  });

  it('resolves with what its handlers return, and rejects with what they throw', async () => {
    const thenable = new SuspenseThenable();
    thenable.become('show', 1);
    expect(await thenable.then((value) => Promise.resolve([value]))).toEqual([1]);
    await expect(
      thenable.then(() => {
        throw new Error('no');
      }),
    ).rejects.toThrow('no');
  });

  it('calls each handler once, in a microtask', async () => {
    const thenable = new SuspenseThenable();
    const called: string[] = [];
    void thenable.then(() => called.push('first'));
    thenable.become('show', 1);
    thenable.become('show', 2);
    void thenable.then(() => called.push('second'));
    expect(called).toEqual([]);
    await Promise.resolve();
    expect(called).toEqual(['first', 'second']);
  });

  it('calls its handlers on `notify()` although it is pending', async () => {
    const thenable = new SuspenseThenable();
    const called: string[] = [];
    void thenable.then(() => called.push('first'));
    thenable.notify();
    await Promise.resolve();
    expect(called).toEqual(['first']);
    thenable.become('show', 1);
    await Promise.resolve();
    expect(called).toEqual(['first']);
  });

  it('causes no unhandled rejection', async () => {
    const unhandled = jest.fn();
    process.on('unhandledRejection', unhandled);
    const thenable = new SuspenseThenable();
    thenable.become('throw', new Error('no'));
    await new Promise((resolve) => setImmediate(resolve));
    process.off('unhandledRejection', unhandled);
    expect(unhandled).not.toHaveBeenCalled();
  });
});

describe('the thenables of a resource', () => {
  it('are one per outcome, the same object while the outcome is the same', () => {
    const values = new BehaviorSubject<unknown>(1);
    const { getSnapshot } = streamResourceOf(values);
    const one = getSnapshot();
    values.next(1);
    expect(getSnapshot()).toBe(one);
    values.next(2);
    expect(getSnapshot()).toMatchObject({ status: 'fulfilled', value: 2 });
    expect(one).toMatchObject({ status: 'fulfilled', value: 1 });
    values.error(new Error('no'));
    expect(getSnapshot()).toMatchObject({ status: 'rejected', reason: new Error('no') });
    expect(getSnapshot()).toBe(getSnapshot());
  });

  it('mirror what is shown after a render has waited for one', () => {
    const values = new Subject<unknown>();
    const resource = streamResourceOf(values);
    resource.waits();
    const awaited = resource.getSnapshot();
    expect(awaited.status).toBe('pending');
    values.next(1);
    values.next(2);
    expect(awaited).toMatchObject({ status: 'fulfilled', value: 2 });
    expect(resource.getSnapshot()).toMatchObject({ status: 'fulfilled', value: 2 });
    expect(resource.getSnapshot()).not.toBe(awaited);
  });
});
