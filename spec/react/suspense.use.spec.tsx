import { act } from '@testing-library/react';
import {
  Component,
  type ReactElement,
  type ReactNode,
  startTransition,
  Suspense,
  use,
  useState,
} from 'react';
import { useSuspense } from 'streambed/react';
import { Boundary } from './support/Boundary.tsx';
import { modes } from './support/modes.ts';
import { quietConsole } from './support/quietConsole.ts';
import { remoteList } from './support/remote.ts';
import { renderAsync } from './support/renderAsync.tsx';
import { testStore } from './support/testStore.ts';

const { complaints, expectComplaints } = quietConsole();

/** A component that shows its children after a transition. */
function inTransition(): {
  Shown: (props: { children: ReactNode }) => ReactNode;
  readonly show: () => Promise<void>;
} {
  let set!: (isShown: boolean) => void;
  return {
    Shown: ({ children }) => {
      const [isShown, setShown] = useState(false);
      set = setShown;
      return isShown && children;
    },
    show: () => act(async () => startTransition(() => set(true))),
  };
}

describe.each(modes)('React with use(), %s,', (_, strict) => {
  it('logs nothing about useSuspense in transitions, suspended renders, changes and errors', async () => {
    const { store } = testStore();
    const time = remoteList('time');
    const Time = (): ReactNode => useSuspense(time.endpoint);
    const { Shown, show } = inTransition();
    const { text } = await renderAsync(
      <Boundary>
        <Shown>
          <Time />
        </Shown>
      </Boundary>,
      { store, strict },
    );
    await show();
    await time.last.answer('12:00');
    await act(async () => store.invalidate(time.endpoint));
    await time.last.answer('12:01');
    await act(async () => store.expireAll(time.endpoint));
    await time.last.answer('12:02');
    expect(text()).toBe('12:02');
    await act(async () => store.invalidate(time.endpoint));
    await time.last.fail(new Error('stopped'));
    expect(text()).toBe('failed: stopped');
    expect(complaints()).toEqual([]);
  });

  it('warns about a hook that makes a new promise in each render: these specs would fail', async () => {
    expectComplaints();
    class Stop extends Component<{ children: ReactNode }> {
      override state = { isStopped: false };
      static getDerivedStateFromError = (): object => ({ isStopped: true });
      override render = (): ReactNode => (this.state.isStopped ? 'stopped' : this.props.children);
    }
    let renders = 0;
    function Wrong(): ReactElement {
      if (++renders > 20) throw new Error('endless');
      return <b>{use(Promise.resolve('there'))}</b>;
    }
    await renderAsync(
      <Stop>
        <Suspense fallback="waiting">
          <Wrong />
        </Suspense>
      </Stop>,
      { strict },
    );
    expect(complaints().join()).toContain('uncached promise');
  });
});

// React logs the warning once per load.
it('React warns about a hook that calls use() only while pending: these specs would fail', async () => {
  expectComplaints();
  let answer!: () => void;
  let value: string | undefined;
  const promise = new Promise<string>((resolve) => {
    answer = () => resolve((value = 'there'));
  });
  const Wrong = (): ReactNode => value ?? use(promise);
  const { Shown, show } = inTransition();
  const { text } = await renderAsync(
    <Suspense fallback="waiting">
      <Shown>
        <Wrong />
      </Shown>
    </Suspense>,
  );
  await show();
  await act(async () => answer());
  expect(text()).toBe('there');
  expect(complaints().join()).toContain('did not call use()');
});
