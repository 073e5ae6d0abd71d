import { act } from '@testing-library/react';
import { type ReactNode, useMemo } from 'react';
import { BehaviorSubject, map, type Observable, Subject } from 'rxjs';
import { schema } from 'streambed';
import { useObservable, useStream } from 'streambed/react';
import { fixes } from '../../src/shared/errorCatalogue.ts';
import { Boundary } from './support/Boundary.tsx';
import { User } from './support/entities.ts';
import { modes } from './support/modes.ts';
import { quietConsole } from './support/quietConsole.ts';
import { renderAsync } from './support/renderAsync.tsx';
import { testStore } from './support/testStore.ts';

const { complaints, expectComplaints } = quietConsole();

const allUsers = new schema.All(User);

describe('a component that makes its observable in each render', () => {
  function warningOf(component: string, hook: string): string {
    const fix = fixes.SB_STREAM_REMADE;
    return `streambed: ${component} gives ${hook} a new observable in each render. [SB_STREAM_REMADE] ${fix}`;
  }

  /** In StrictMode, React 19 warns as well. */
  function warnings(): string[] {
    return complaints().filter((text) => text.startsWith('streambed: '));
  }

  it('causes one warning while the store changes', async () => {
    expectComplaints();
    const { store } = testStore();
    function Count() {
      return <b>{useStream(store.query(allUsers).pipe(map((users) => users?.length ?? 0)))}</b>;
    }
    const { text } = await renderAsync(<Count />, { store });
    const addUsers = async (from: number, to: number) => {
      for (let id = from; id <= to; id++) await act(async () => store.set(User, { id }));
    };
    await addUsers(1, 4);
    expect(warnings()).toEqual([]);
    await addUsers(5, 10);
    expect(text()).toBe('10');
    expect(warnings()).toEqual([warningOf('Count', 'useStream')]);
  });

  it('causes the warning in StrictMode', async () => {
    expectComplaints();
    const values = new BehaviorSubject(0);
    function Doubled() {
      return <b>{useStream(values.pipe(map((value) => value * 2)))}</b>;
    }
    const { text } = await renderAsync(<Doubled />, { strict: true });
    for (let value = 1; value <= 10; value++) await act(async () => values.next(value));
    expect(text()).toBe('20');
    expect(warnings()).toEqual([warningOf('Doubled', 'useStream')]);
  });

  it('causes the warning if it never shows a value, because each value makes it suspend anew', async () => {
    expectComplaints();
    const values = new Subject<string>();
    function Waiting() {
      return <b>{useStream(values.pipe(map((value) => value)))}</b>;
    }
    const { text } = await renderAsync(
      <Boundary>
        <Waiting />
      </Boundary>,
    );
    for (let count = 0; count < 10; count++) await act(async () => values.next('a'));
    expect(text()).toBe('waiting');
    expect(warnings()).toEqual([warningOf('Waiting', 'useStream')]);
  });

  it('causes the warning with useObservable', async () => {
    expectComplaints();
    const values = new Subject<number>();
    function Observed() {
      return <b>{useObservable(values.pipe(map((value) => value * 2)), 0)}</b>;
    }
    await renderAsync(<Observed />);
    for (let value = 1; value <= 10; value++) await act(async () => values.next(value));
    expect(warnings()).toEqual([warningOf('Observed', 'useObservable')]);
  });
});

// `quietConsole` fails these specs if there is a warning.
describe.each(modes)('no warning %s', (_, strict) => {
  it('for one observable with many values', async () => {
    const values = new Subject<number>();
    function Latest() {
      return <b>{useStream(values)}</b>;
    }
    const { text } = await renderAsync(
      <Boundary>
        <Latest />
      </Boundary>,
      { strict },
    );
    for (let value = 1; value <= 20; value++) await act(async () => values.next(value));
    expect(text()).toBe('20');
  });

  it('for a memo with another argument in each render', async () => {
    const { store } = testStore();
    function Matches({ word }: { word: string }) {
      const count$ = useMemo(
        () =>
          store
            .query(allUsers)
            .pipe(map((users = []) => users.filter(({ name }) => name === word).length)),
        [word],
      );
      return <b>{useStream(count$)}</b>;
    }
    const { text, rerender } = await renderAsync(<Matches word="" />, { strict });
    for (let length = 1; length <= 20; length++) {
      await rerender(<Matches word={'a'.repeat(length)} />);
      if (length % 3 === 0) await act(async () => store.set(User, { id: `${length}`, name: 'a' }));
    }
    expect(text()).toBe('0');
  });

  it('for rows that appear one by one while others get values', async () => {
    const rows = Array.from({ length: 20 }, () => new Subject<string>());
    function Row({ of: row }: { of: Observable<string> }): ReactNode {
      return <i>{useStream(row)}</i>;
    }
    const list = (count: number) =>
      rows.slice(0, count).map((row, at) => (
        <Boundary key={at}>
          <Row of={row} />
        </Boundary>
      ));
    const { text, rerender } = await renderAsync(<>{list(1)}</>, { strict });
    for (let count = 2; count <= 20; count++) {
      await act(async () => rows[count - 2].next('a'));
      await rerender(<>{list(count)}</>);
    }
    expect(text()).toBe(`${'a'.repeat(19)}waiting`);
  });

  it('for components that leave before they show their value', async () => {
    const pages = Array.from({ length: 20 }, () => new Subject<string>());
    function Page({ of: page }: { of: Observable<string> }): ReactNode {
      return <i>{useStream(page)}</i>;
    }
    const show = (at: number) => (
      <Boundary key={at}>
        <Page of={pages[at]} />
      </Boundary>
    );
    const { text, rerender } = await renderAsync(show(0), { strict });
    for (let at = 1; at < 20; at++) {
      await rerender(show(at));
      await act(async () => pages[at - 1].next('late'));
    }
    expect(text()).toBe('waiting');
  });
});
