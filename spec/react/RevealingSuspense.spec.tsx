import { waitFor } from '@testing-library/react';
import { type ReactElement, useState } from 'react';
import { Subject } from 'rxjs';
import { createStore, Endpoint } from 'streambed';
import { useSuspense } from 'streambed/react';
import { Boundary } from './support/Boundary.tsx';
import { modes } from './support/modes.ts';
import { quietConsole } from './support/quietConsole.ts';
import { renderLive } from './support/renderLive.tsx';

quietConsole();

/** Lets React finish all work that needs no timer. */
async function rest(): Promise<void> {
  for (let task = 0; task < 20; task++) await new Promise((next) => setImmediate(next));
}

describe.each(modes)('AsyncBoundary %s, outside of act,', (_, strict) => {
  it('shows a response at once, and renders no other boundary', async () => {
    const responses: Record<string, Subject<string>> = {};
    const endpoint = new Endpoint((id: string) => (responses[id] = new Subject<string>()), {
      name: 'letter',
    });
    const renders: Record<string, number> = {};
    const note = (what: string): void => {
      renders[what] = (renders[what] ?? 0) + 1;
    };
    let turn!: (id: string) => void;
    function Letter({ id }: { id: string }): ReactElement {
      return <b>{useSuspense(endpoint, id)}</b>;
    }
    function Turning(): ReactElement {
      const [id, setId] = useState('a');
      turn = setId;
      return <Letter id={id} />;
    }
    function Still(): ReactElement {
      note('still');
      return <b>!</b>;
    }
    const { text, end } = renderLive(
      <>
        <Boundary>
          <Turning />
        </Boundary>
        <Boundary onWait={() => note('fallback')}>
          <Letter id="b" />
        </Boundary>
        <Boundary>
          <Still />
        </Boundary>
      </>,
      { store: createStore(), strict },
    );
    await rest();
    expect(text()).toBe('waitingwaiting!');
    const { fallback, still } = renders;

    responses.a.next('a');
    await rest();
    expect(text()).toBe('awaiting!');

    turn('c');
    // React 18 keeps the old content for a moment.
    await waitFor(() => expect(text()).toBe('waitingwaiting!'));
    responses.c.next('c');
    await rest();
    expect(text()).toBe('cwaiting!');
    expect(renders).toMatchObject({ fallback, still });

    responses.b.next('b');
    await rest();
    expect(text()).toBe('cb!');
    expect(renders).toMatchObject({ fallback, still });
    await end();
  });
});
