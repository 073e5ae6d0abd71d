import { act, waitFor } from '@testing-library/react';
import { type ReactElement, type ReactNode, useMemo, useState } from 'react';
import { Observable, Subject } from 'rxjs';
import { createStore, Endpoint } from 'streambed';
import { useStore, useStream, useSuspense } from 'streambed/react';
import { Boundary } from './support/Boundary.tsx';
import { modes } from './support/modes.ts';
import { quietConsole } from './support/quietConsole.ts';
import { renderAsync } from './support/renderAsync.tsx';
import { renderLive } from './support/renderLive.tsx';

quietConsole();

/** When a response comes, counted from the render that fetches it. */
const moments: Record<string, (answer: () => void) => void> = {
  'during the render': (answer) => answer(),
  'in the tick that suspends': (answer) => queueMicrotask(answer),
  'in the next task': (answer) => void setImmediate(answer),
  'after a while': (answer) => void setTimeout(answer, 20),
};

const pairs = Object.keys(moments).flatMap((first, at, all) =>
  all.slice(at + 1).map((second) => [first, second] as const),
);

/** An endpoint that responds at the moment in its arguments, and the ids of its requests. */
function letters() {
  const requestedIds: string[] = [];
  const endpoint = new Endpoint(
    (id: string, moment: string) =>
      new Observable<string>((subscriber) => {
        requestedIds.push(id);
        moments[moment](() => {
          subscriber.next(id);
          subscriber.complete();
        });
      }),
    { name: 'letter' },
  );
  return { requestedIds, endpoint };
}

type Letters = ReturnType<typeof letters>['endpoint'];

/** Every hook that suspends, with the same responses. */
const hooks: Record<string, (endpoint: Letters, id: string, moment: string) => string> = {
  useSuspense: (endpoint, id, moment) => useSuspense(endpoint, id, moment),
  useStream(endpoint, id, moment) {
    const store = useStore();
    return useStream(
      useMemo(() => store.observe(endpoint, id, moment).data$, [store, endpoint, id, moment]),
    );
  },
};

describe.each(modes)('%s, outside of act,', (_, strict) => {
  describe.each(Object.keys(hooks))('%s in two boundaries with two components each', (hook) => {
    it.each(pairs)('stops rendering with responses %s and %s', async (first, second) => {
      const { requestedIds, endpoint } = letters();
      let renders = 0;
      function Letter({ id, moment }: { id: string; moment: string }): ReactElement {
        if (++renders > 1_000) throw new Error('endless');
        return <b>{hooks[hook](endpoint, id, moment)}</b>;
      }
      const { text, end } = renderLive(
        <>
          <Boundary>
            <Letter id="a" moment={first} />
            <Letter id="b" moment={second} />
          </Boundary>
          <Boundary>
            <Letter id="c" moment={second} />
            <Letter id="d" moment={first} />
          </Boundary>
        </>,
        { store: createStore(), strict },
      );
      await waitFor(() => expect(text()).toBe('abcd'));
      const shown = renders;
      // Lets React finish.
      for (let task = 0; task < 20; task++) await new Promise((next) => setImmediate(next));
      expect(renders).toBe(shown);
      expect(renders).toBeLessThanOrEqual(strict ? 48 : 24);
      expect(requestedIds.sort()).toEqual(['a', 'b', 'c', 'd']);
      await end();
    });
  });
});

describe.each(modes)('%s, in act,', (_, strict) => {
  it('renders a bounded number of times if a response comes in the tick in which another boundary suspends', async () => {
    const responses: Record<string, Subject<string>> = {};
    const endpoint = new Endpoint((id: string) => (responses[id] = new Subject<string>()), {
      name: 'letter',
    });
    let renders = 0;
    function Letter({ id }: { id: string }): ReactElement {
      if (++renders > 2_000) throw new Error('endless');
      return <b>{useSuspense(endpoint, id)}</b>;
    }
    const show: Record<string, (isShown: boolean) => void> = {};
    function Slot({ id }: { id: string }): ReactNode {
      const [isShown, setShown] = useState(false);
      show[id] = setShown;
      return isShown && <Letter id={id} />;
    }
    const { text } = await renderAsync(
      <>
        <Boundary>
          <Slot id="a" />
          <Slot id="b" />
        </Boundary>
        <Boundary>
          <Slot id="c" />
        </Boundary>
      </>,
      { store: createStore(), strict },
    );
    await act(async () => {
      show.a(true);
      show.b(true);
    });
    await act(async () => {
      show.c(true);
      responses.a.next('a');
    });
    expect(renders).toBeLessThanOrEqual(1_000);
    await act(async () => {
      responses.b.next('b');
      responses.c.next('c');
    });
    expect(text()).toBe('abc');
    expect(renders).toBeLessThanOrEqual(1_000);
  });
});
