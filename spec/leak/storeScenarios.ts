import { Observable, take } from 'rxjs';
import { Endpoint, Entity, schema } from 'streambed';
import { FakeRequests } from '../support/FakeRequests.ts';
import { runScenarios } from './runScenarios.ts';
import type { Scenario } from './Scenario.ts';

class User extends Entity {
  id = '';
  name = '';
  email = '';
  static override readonly key = 'User';
  static override readonly indexes = ['email'];
}
class Post extends Entity {
  id = '';
  author: User | undefined = undefined;
  static override readonly key = 'Post';
  static override readonly schema = { author: User };
}

const requests = new FakeRequests();

/** Removes the latest request from the list and returns it. */
const last = () => requests.sent.pop()!;

const read = new Endpoint(requests.send, { name: 'read' });
const getPost = new Endpoint(requests.send, { name: 'getPost', schema: Post, lookup: true });
const getUsers = new Endpoint(requests.send, { name: 'getUsers', schema: new schema.All(User) });
const getList = new Endpoint(requests.send, {
  name: 'getList',
  schema: new schema.Collection([User]),
});
const search = new Endpoint(requests.send, { name: 'search', schema: [Post], cancel: true });
const create = new Endpoint(requests.send, {
  name: 'create',
  schema: Post,
  sideEffect: true,
});
const change = new Endpoint(requests.send, {
  name: 'change',
  schema: Post,
  sideEffect: true,
  getOptimisticResponse: (_snapshot: unknown, i: unknown) => post(Number(i)),
});
const live = new Endpoint(() => new Observable<number>((subscriber) => subscriber.next(1)), {
  name: 'live',
});

const user = (i: number, named = i) => ({
  id: `u${i}`,
  name: `n${named}`,
  email: `${i}@example.org`,
});
const post = (i: number) => ({ id: `p${i}`, author: user(i) });

const scenarios: Scenario[] = [
  {
    title: 'subscribe and unsubscribe',
    start: ({ store }) => {
      store.setResponse(getPost, 'p1', post(1));
      return () => {
        store.observe(getPost, 'p1').subscribe().unsubscribe();
        last()?.answer(post(1));
      };
    },
  },
  {
    title: 'unsubscribe before the value',
    start:
      ({ store }) =>
      (i) => {
        store.observe(getPost, `p${i}`).subscribe().unsubscribe();
        last().answer(post(i));
      },
  },
  {
    title: 'a fetch that fails',
    start:
      ({ store }) =>
      async (i) => {
        const fetched = store.fetch(getPost, `p${i}`);
        last().fail(new Error(`down ${i}`));
        await fetched.catch(() => {});
      },
  },
  {
    title: 'a request that is aborted',
    start:
      ({ store }) =>
      (i) => {
        store.observe(search, `text ${i}`).subscribe().unsubscribe();
        last();
      },
  },
  {
    title: 'keys that come once',
    start:
      ({ store }) =>
      (i) => {
        const subscription = store.observe(getPost, `p${i}`).data$.subscribe();
        last().answer(post(i));
        subscription.unsubscribe();
      },
  },
  {
    title: 'keys without a schema that come once',
    start:
      ({ store }) =>
      async (i) => {
        const fetched = store.fetch(read, i);
        last().answer({ text: `answer ${i}` });
        await fetched;
      },
  },
  {
    title: 'entities that are set and never read',
    start:
      ({ store }) =>
      (i) =>
        store.set(User, user(i)),
  },
  {
    title: 'entities that are removed',
    start:
      ({ store }) =>
      (i) => {
        store.set(User, user(i));
        store.set(new schema.Invalidate(User), `u${i}`);
      },
  },
  {
    title: 'entities that leave a list which is observed',
    start: ({ store, clock }) => {
      store.setResponse(search, [post(0)]);
      let stop = (): void => {};
      return (i) => {
        stop();
        const subscription = store.observe(search).subscribe();
        requests.sent.length = 0;
        stop = () => subscription.unsubscribe();
        store.setResponse(search, [post(i)]);
        if (i % 50 === 0) clock.advance(200);
        stop();
      };
    },
  },
  {
    title: 'queries that come once',
    start:
      ({ store }) =>
      (i) => {
        store.set(User, user(i));
        store.query(User, `u${i}`).subscribe().unsubscribe();
        store
          .query(User, { email: user(i).email })
          .subscribe()
          .unsubscribe();
        store
          .query({ user: User, page: i } as { user: typeof User }, `u${i}`)
          .subscribe()
          .unsubscribe();
        store.get(User, `u${i}`);
        store.getState(getPost, `p${i}`);
      },
  },
  {
    title: 'all of a kind, watched for a moment',
    start:
      ({ store }) =>
      (i) => {
        const subscription = store.observe(getUsers).subscribe();
        requests.sent.pop()?.answer([user(i)]);
        store.set(User, user(i + 1));
        subscription.unsubscribe();
      },
  },
  {
    title: 'lists with arguments of names that come once',
    start:
      ({ store }) =>
      (i) => {
        store.setResponse(getList, { [`name${i}`]: 'n' }, [user(0)]);
        store.set(User, user(0));
        store.set(User, user(0, i));
      },
  },
  {
    title: 'collections with rules that are made anew',
    start:
      ({ store, clock }) =>
      (i) => {
        const own = new schema.Collection([User], { sort: () => 0 });
        const getOwn = new Endpoint(requests.send, { name: 'getOwn', schema: own });
        store.setResponse(getOwn, { name: i }, []);
        store.set(User, user(0));
        store.set(User, user(0, i));
        if (i % 20 === 0) clock.advance(200);
      },
  },
  {
    title: 'a batch',
    start:
      ({ store }) =>
      (i) => {
        store.batch(() => {
          store.set(User, user(i));
          store.setResponse(getPost, `p${i}`, post(i));
        });
        try {
          store.batch(() => {
            store.set(User, user(-i));
            throw new Error('no');
          });
        } catch {
          // Nothing was written.
        }
      },
  },
  {
    title: 'a mutation',
    start:
      ({ store }) =>
      async (i) => {
        const created = store.fetch(create, i);
        last().answer(post(i));
        await created;
      },
  },
  {
    title: 'a mutation that shows at once what it will do, and fails',
    start:
      ({ store }) =>
      async (i) => {
        const changed = store.fetch(change, i);
        last().fail(new Error(`down ${i}`));
        await changed.catch(() => {});
      },
  },
  {
    title: 'a live source',
    start:
      ({ store, clock }) =>
      (i) => {
        store.observe(live).pipe(take(1)).subscribe();
        if (i % 10 === 0) clock.advance(100);
      },
  },
  {
    title: 'reset',
    start:
      ({ store, clock }) =>
      async (i) => {
        if (i % 10 === 0) clock.advance(100);
        store.setResponse(getPost, `p${i}`, post(i));
        const subscription = store.observe(getPost, `p${i}`).subscribe();
        const fetched = store.fetch(read, i);
        await store.reset();
        subscription.unsubscribe();
        // The subscriber has fetched again.
        last().answer(post(i));
        requests.sent.length = 0;
        await fetched.catch(() => {});
      },
  },
];

void runScenarios(scenarios);
