import { delay, map, Subject } from 'rxjs';
import { Endpoint } from '../../../src/data/endpoint/Endpoint.ts';
import { Collection } from '../../../src/data/schema/collection/Collection.ts';
import { Entity } from '../../../src/data/schema/Entity.ts';
import { Invalidate } from '../../../src/data/schema/Invalidate.ts';
import { applyMessages } from '../../../src/features/live/applyMessages.ts';
import { atArrival } from '../../../src/features/live/atArrival.ts';
import type { Store } from '../../../src/kernel/store/Store.ts';
import { openTabs, requests } from './tabsKit.ts';

class Todo extends Entity {
  id = '';
  text = '';
  list = '';
  note = '';
  static override readonly key = 'Todo';
}
const todo = { id: '1', text: 'Buy milk', list: 'a', note: '' };
const one = { id: '1' };

const getTodo = new Endpoint((_args: { id: string }) => requests.send(_args), {
  name: 'getTodo',
  schema: Todo,
});
const getTodos = new Endpoint((_args: { list: string }) => requests.send(_args), {
  name: 'getTodos',
  schema: new Collection([Todo]),
});
const renameTodo = new Endpoint((_args: { id: string }) => requests.send(_args), {
  name: 'renameTodo',
  schema: Todo,
  sideEffect: true,
});

beforeEach(() => {
  requests.sent.length = 0;
});

/** Two tabs with a todo in two lists; the first one has sent a read. */
function readInFlight(read: (store: Store) => void) {
  const { clock, frame, tabs } = openTabs(2);
  const [a, b] = tabs.map(({ store }) => store);
  for (const { store } of tabs) store.setResponse(getTodo, one, todo);
  frame();
  b.setResponse(getTodos, { list: 'a' }, [todo]);
  b.setResponse(getTodos, { list: 'b' }, []);
  a.setResponse(getTodos, { list: 'a' }, [todo]);
  a.setResponse(getTodos, { list: 'b' }, []);
  frame();
  read(a);
  clock.advance(5);
  const shown = (store: Store) => store.get(Todo, one);
  return { a, b, clock, frame, both: () => [a, b].map(shown) };
}

const idsOf = (store: Store, list: string) =>
  store.getState(getTodos, { list }).data?.map(({ id }) => id);

describe.each([
  ['before', true],
  ['after', false],
])('a read in flight, %s whose response the change of another tab arrives', (_, isBefore) => {
  const meet = (answer: () => void, frame: () => void): void => {
    if (isBefore) frame();
    answer();
    frame();
    frame();
  };

  it('leaves a later change of the entity', () => {
    const { a, b, both, frame } = readInFlight((store) => void store.fetch(getTodo, one));
    b.set(Todo, { ...todo, text: 'Buy bread' });
    meet(() => requests.last.answer(todo), frame);
    expect(both()).toMatchObject([{ text: 'Buy bread' }, { text: 'Buy bread' }]);
    expect([a, b].map((store) => store.getState(getTodo, one).status)).toEqual(['valid', 'valid']);
    expect(requests.count).toBe(1);
  });

  it('brings the members that were not set', () => {
    const { b, both, frame } = readInFlight((store) => void store.fetch(getTodo, one));
    b.set(Todo, { id: '1', text: 'Buy bread' });
    meet(() => requests.last.answer({ ...todo, note: 'from the server' }), frame);
    const expected = { text: 'Buy bread', note: 'from the server' };
    expect(both()).toMatchObject([expected, expected]);
  });

  it('does not bring back a removed entity', () => {
    const { b, both, frame } = readInFlight((store) => void store.fetch(getTodo, one));
    b.set(new Invalidate(Todo), one);
    meet(() => requests.last.answer(todo), frame);
    expect(both()).toEqual([undefined, undefined]);
  });

  it('leaves a list that was set', () => {
    const list = { list: 'a' };
    const { a, b, frame } = readInFlight((store) => void store.fetch(getTodos, list));
    b.setResponse(getTodos, list, [todo, { ...todo, id: '2' }]);
    meet(() => requests.last.answer([todo]), frame);
    expect([a, b].map((store) => idsOf(store, 'a'))).toEqual([
      ['1', '2'],
      ['1', '2'],
    ]);
  });

  it.each(['a', 'b'])('leaves a todo in the list to which it has moved: reads “%s”', (list) => {
    const { a, b, frame } = readInFlight((store) => void store.fetch(getTodos, { list }));
    b.set(Todo, { id: '1', list: 'b' });
    meet(() => requests.last.answer(list === 'a' ? [todo] : []), frame);
    for (const store of [a, b]) {
      expect([idsOf(store, 'a'), idsOf(store, 'b')]).toEqual([[], ['1']]);
    }
  });

  it('leaves the result of a read that was sent later', () => {
    const { a, b, both, clock, frame } = readInFlight((store) => void store.fetch(getTodo, one));
    void b.fetch(getTodo, one);
    clock.advance(5);
    requests.last.answer({ ...todo, text: 'Buy bread' });
    meet(() => requests.at(0).answer(todo), frame);
    expect(both()).toMatchObject([{ text: 'Buy bread' }, { text: 'Buy bread' }]);
    expect(a.getState(getTodo, one).fetchedAt).toBe(b.getState(getTodo, one).fetchedAt);
  });

  it('replaces an earlier change', () => {
    const { clock, frame, tabs } = openTabs(2);
    const [a, b] = tabs.map(({ store }) => store);
    for (const store of [a, b]) store.setResponse(getTodo, one, todo);
    frame();
    b.set(Todo, { ...todo, text: 'Buy bread' });
    clock.advance(2);
    void a.fetch(getTodo, one);
    meet(() => requests.last.answer({ ...todo, text: 'Buy tea' }), frame);
    const texts = [a, b].map((store) => store.get(Todo, one)?.text);
    expect(texts).toEqual(['Buy tea', 'Buy tea']);
  });
});

describe('a response that brings some members of an entity', () => {
  it('does not make the others newer than those of a read that was sent before it', () => {
    const { a, b, both, clock, frame } = readInFlight((store) => void store.fetch(getTodo, one));
    b.set(Todo, { id: '1', text: todo.text });
    clock.advance(5);
    requests.last.answer({ ...todo, note: 'new' });
    frame();
    frame();
    expect(both()).toMatchObject([{ note: 'new' }, { note: 'new' }]);
    expect([a, b].map((store) => store.getState(getTodo, one).status)).toEqual(['valid', 'valid']);
  });
});

describe('a list that comes beside a result', () => {
  it('is not taken if no result here shows it', () => {
    const { a, b, frame } = readInFlight(() => undefined);
    const list = { list: 'c' };
    a.batch(() => {
      a.setResponse(getTodos, list, [{ ...todo, id: '2', list: 'c' }]);
      a.setResponse(getTodo, one, { ...todo, text: 'Buy bread' });
    });
    frame();
    expect(b.get(Todo, one)?.text).toBe('Buy bread');
    expect(b.get(getTodos.schema, list)).toBeUndefined();
  });
});

describe('an event of a live source', () => {
  it('counts from its arrival, not from that of the first one', () => {
    const { b, both, clock, frame } = readInFlight((store) => {
      store.expireAll(getTodo);
      store.observe(getTodo, one).subscribe();
    });
    const source = requests.last;
    source.push(todo);
    frame();
    b.set(Todo, { ...todo, text: 'Buy bread' });
    clock.advance(5);
    source.push({ ...todo, text: 'Buy tea' });
    frame();
    frame();
    expect(both()).toMatchObject([{ text: 'Buy tea' }, { text: 'Buy tea' }]);
  });
});

describe('the response to a mutation', () => {
  it('counts from its arrival: a read that overlaps it is fetched once more', () => {
    const { a, b, both, clock, frame } = readInFlight((store) => void store.fetch(renameTodo, one));
    void b.fetch(getTodo, one);
    clock.advance(5);
    requests.last.answer(todo);
    frame();
    requests.at(0).answer({ ...todo, text: 'Buy bread' });
    frame();
    expect(both()).toMatchObject([{ text: 'Buy bread' }, { text: 'Buy bread' }]);
    const states = [a, b].map((store) => store.getState(getTodo, one).status);
    expect(states).toEqual(['stale', 'stale']);
  });
});

/** A tab gets the messages of the server, which wait there; another one does something later. */
describe.each(['applyMessages', 'atArrival'] as const)('a message that waits in %s', (by) => {
  const isOwn = by === 'atArrival';

  function setUp() {
    const { channel, clock, frame, open } = openTabs(0);
    const messages$ = new Subject<typeof todo>();
    const options = { interval: 300, scheduler: clock };
    const plugin = applyMessages(messages$, (to, row) => to.set(Todo, row), options);
    const a = open({}, { plugins: isOwn ? [] : [plugin] }).store;
    const b = open().store;
    // In a pipeline of a program, the message waits less long than the change of another tab takes.
    const wait = isOwn ? 5 : 300;
    channel.delay(10);
    messages$
      .pipe(
        map((row) => atArrival(a, () => a.set(Todo, row))),
        delay(wait, clock),
      )
      .subscribe((write) => isOwn && write());
    for (const store of [a, b]) store.setResponse(getTodo, one, todo);
    frame();
    messages$.next({ ...todo, text: 'Buy bread' });
    clock.advance(2);
    const texts = () => {
      for (let frames = 0; frames < 20; frames++) frame();
      return [a, b].map((store) => store.get(Todo, one)?.text);
    };
    return { b, texts };
  }

  const tea = { ...todo, text: 'Buy tea' };
  const fetchIn = (store: Store, endpoint: typeof getTodo | typeof renameTodo): void => {
    void store.fetch(endpoint as typeof getTodo, one);
    requests.last.answer(tea);
  };
  const later: Record<string, readonly [(store: Store) => void, string | undefined]> = {
    'an edit': [(store) => fetchIn(store, renameTodo), 'Buy tea'],
    'a read': [(store) => fetchIn(store, getTodo), 'Buy tea'],
    'a write': [(store) => store.set(Todo, tea), 'Buy tea'],
    'a removal': [(store) => store.set(new Invalidate(Todo), one), undefined],
  };

  it.each(Object.entries(later))('leaves %s of another tab that is later', (_, [act, text]) => {
    const { b, texts } = setUp();
    act(b);
    expect(texts()).toEqual([text, text]);
  });

  it('replaces an earlier change of another tab', () => {
    const { texts } = setUp();
    expect(texts()).toEqual(['Buy bread', 'Buy bread']);
  });
});
