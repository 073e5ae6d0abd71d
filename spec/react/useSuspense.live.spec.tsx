import { waitFor } from '@testing-library/react';
import { type ReactElement, useState } from 'react';
import { createStore, Endpoint } from 'streambed';
import { useSuspense } from 'streambed/react';
import { Boundary } from './support/Boundary.tsx';
import { modes } from './support/modes.ts';
import { quietConsole } from './support/quietConsole.ts';
import { renderLive } from './support/renderLive.tsx';

quietConsole();

/**
 * React keeps fallbacks for 300 ms; an endless loop begins only after that, and no event marks it.
 */
const throttle = (): Promise<void> => new Promise((over) => setTimeout(over, 400));

describe.each(modes)('useSuspense outside of act %s', (_, strict) => {
  it('stops rendering when a response comes in the tick in which another boundary suspends', async () => {
    const answers = new Map<string, () => void>();
    const letter = new Endpoint(
      (id: string) => new Promise<string>((resolve) => answers.set(id, () => resolve(id))),
      { name: 'letter' },
    );
    let renders = 0;
    function Letter({ id }: { id: string }): ReactElement {
      if (++renders > 2_000) throw new Error('endless');
      return <b>{useSuspense(letter, id)}</b>;
    }
    function More(): ReactElement {
      const [isMore, setMore] = useState(false);
      return (
        <>
          <button onClick={() => setMore(true)} />
          {isMore && (
            <Boundary>
              <Letter id="c" />
              <Letter id="d" />
            </Boundary>
          )}
        </>
      );
    }
    const { container, text, end } = renderLive(
      <>
        <Boundary>
          <Letter id="a" />
          <Letter id="b" />
        </Boundary>
        <More />
      </>,
      { store: createStore(), strict },
    );
    await waitFor(() => expect([...answers.keys()].sort()).toEqual(['a', 'b']));
    container.querySelector('button')!.click();
    answers.get('a')!();
    await throttle();
    expect(text()).toBe('waitingwaiting');
    expect(renders).toBeLessThan(strict ? 40 : 20);

    const rest = ['b', 'c', 'd'];
    await waitFor(() => {
      for (const id of rest) answers.get(id)?.();
      expect(text()).toBe('abcd');
    });
    expect(renders).toBeLessThan(strict ? 80 : 40);
    expect(answers.size).toBe(4);
    await end();
  });
});
