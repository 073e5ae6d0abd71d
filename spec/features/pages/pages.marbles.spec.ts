import { map } from 'rxjs';
import { pages } from '../../../src/features/pages/pages.ts';
import { RestEndpoint } from '../../../src/http/rest/RestEndpoint.ts';
import { Collection } from '../../../src/data/schema/collection/Collection.ts';
import { createStore } from '../../../src/kernel/store/createStore.ts';
import { type Marbles, marbles } from '../../support/marbles.ts';
import { answer, Post, showPages } from './support.ts';

/** A list of three pages; each response arrives after 3 ms. */
function setUp({ scheduler, cold }: Marbles) {
  const store = createStore({ scheduler });
  const responses: Record<string, object> = {
    '': answer('1', '1'),
    1: answer('2', '2'),
    2: answer('3'),
  };
  const getPosts = new RestEndpoint({
    path: '/posts',
    schema: { results: new Collection([Post]), next: '', previous: '' },
    fetch: ({ cursor = '' }: { cursor?: string } = {}) => cold('---(a|)', { a: responses[cursor] }),
    pages: { next: ({ next }) => ({ cursor: next }) },
  });
  const posts$ = pages(store, getPosts);
  const shown$ = posts$.pipe(map(showPages));
  const next = (at: number): void =>
    void scheduler.schedule(() => void posts$.getValue().fetchNext(), at);
  const expire = (at: number): void => void scheduler.schedule(() => store.expireAll(getPosts), at);
  scheduler.schedule(() => store.dispose(), 60);
  return { shown$, next, expire };
}

const shown = {
  a: 'fetching',
  b: '1 >',
  c: '1 ~>',
  d: '1 2 >',
  e: '1 2 > fetching',
  f: '1 2 ~> fetching',
  g: '1 2 3 fetching',
  h: '1 2 3',
};

it('a page is in flight from the call until its items are shown', () => {
  marbles((helpers) => {
    const { shown$, next } = setUp(helpers);
    next(5);
    helpers.expectObservable(shown$, '^------------!').toBe('a--b-c--d-----', shown);
  });
});

it('calls while a page is in flight do not fetch another one', () => {
  marbles((helpers) => {
    const { shown$, next } = setUp(helpers);
    next(5);
    next(6);
    next(7);
    helpers.expectObservable(shown$, '^------------!').toBe('a--b-c--d-----', shown);
  });
});

it('when the list is expired, its pages are fetched one after the other and shown at once', () => {
  marbles((helpers) => {
    const { shown$, next, expire } = setUp(helpers);
    next(5);
    expire(24);
    const expected = 'a--b-c--d---------------e-----d---';
    helpers.expectObservable(shown$, '^--------------------------------!').toBe(expected, shown);
  });
});

it('a page that is added while the list is fetched again is part of it', () => {
  marbles((helpers) => {
    const { shown$, next, expire } = setUp(helpers);
    next(5);
    expire(24);
    next(25);
    const expected = 'a--b-c--d---------------ef--g----h---';
    helpers.expectObservable(shown$, '^----------------------------------!').toBe(expected, shown);
  });
});

it('a subscriber that returns sees all pages and fetches nothing', () => {
  marbles((helpers) => {
    const { shown$, next } = setUp(helpers);
    next(5);
    helpers.expectObservable(shown$, '^---------!').toBe('a--b-c--d', shown);
    helpers.expectObservable(shown$, '------------^--!').toBe('------------d', shown);
  });
});
