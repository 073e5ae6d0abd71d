import { type ReactElement, StrictMode, useState } from 'react';
import { createStore, Endpoint } from 'streambed';
import { useSuspense } from 'streambed/react';
import { Boundary } from './support/Boundary.tsx';
import { modes } from './support/modes.ts';
import { quietConsole } from './support/quietConsole.ts';
import { renderLive } from './support/renderLive.tsx';

quietConsole();

const never = new Endpoint((_id: string) => new Promise<string>(() => {}), { name: 'never' });

describe.each(modes)('useSuspense outside of act %s', (_, strict) => {
  it.each([0,1,2,3,4,5])('comes to rest when an answer comes in the tick in which another boundary suspends', async (variant) => {
    const store = createStore();
    let renders = 0;
    let more!: () => void;
    function Read({ id }: { id: string }): ReactElement {
      renders++;
      return <b>{useSuspense(never, id)}</b>;
    }
    function More(): ReactElement | null {
      const [isMore, setMore] = useState(false);
      more = () => setMore(true);
      return isMore ? (
        <Boundary>
          <Read id="c" />
          <Read id="d" />
        </Boundary>
      ) : null;
    }
    const app = (
      <>
        <Boundary>
          <Read id="a" />
          <Read id="b" />
        </Boundary>
        <More />
      </>
    );
    const { container, turns, unmount } = renderLive(
      strict ? <StrictMode>{app}</StrictMode> : app,
      store,
    );
    if (variant < 3) await turns(50);
    else if (variant ===3) { await turns(1)}
    else if (variant ===4) { await turns(2)}
    else { await turns(3)}
    const id = variant === 1 ? 'b' : 'a';
    if (variant === 2) { store.setResponse(never, id, 'a'); more(); }
    else { more(); store.setResponse(never, id, 'a'); }
    await turns(500);
    console.log(variant, strict, container.textContent, renders);
    unmount();
    store.dispose();
  });
});
