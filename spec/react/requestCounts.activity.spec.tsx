import { act } from '@testing-library/react';
import { Activity, type ReactNode } from 'react';
import { FocusScope } from 'streambed/react';
import { modes } from './support/modes.ts';
import { quietConsole } from './support/quietConsole.ts';
import {
  hookNames,
  mountReaders,
  type Reader,
  readerOf,
  type Readers,
} from './support/readers.tsx';

quietConsole();

const hidden = (children: ReactNode) => <Activity mode="hidden">{children}</Activity>;
const visible = (children: ReactNode) => <Activity mode="visible">{children}</Activity>;

/** What happens to readers in an Activity, and how many requests each kind has sent 5 s later. */
interface Situation {
  readonly title: string;
  readonly run: (readers: Readers) => Promise<void>;
  readonly sent: Readonly<Record<Reader, number>>;
}

const one = { reads: 1, pages: 1, looks: 0 };
const two = { reads: 2, pages: 2, looks: 0 };

async function shownThenHidden(readers: Readers): Promise<void> {
  await readers.answer();
  await readers.rerender(hidden);
}

const situations: readonly Situation[] = [
  {
    title: 'hidden while suspended: the first request is joined when it is visible again',
    async run(readers) {
      await readers.rerender(hidden);
      await readers.pass();
      await readers.rerender(visible);
      await readers.answer();
    },
    sent: one,
  },
  {
    title: 'hidden and visible many times: valid data is not fetched',
    async run(readers) {
      await readers.answer();
      for (let i = 0; i < 10; i++) {
        await readers.rerender(hidden);
        await readers.rerender(visible);
      }
    },
    sent: one,
  },
  {
    title: 'hidden, with an optimistic delete in flight: it may fail',
    async run(readers) {
      await shownThenHidden(readers);
      await readers.remove();
      await readers.rerender(visible);
    },
    sent: one,
  },
  {
    title: 'invalidated while hidden: one request when it is visible again',
    async run(readers) {
      await shownThenHidden(readers);
      await act(async () => readers.store.invalidate(readers.endpoint, { id: '1' }));
      await readers.pass();
      await readers.rerender(visible);
      await readers.pass();
      await readers.answer();
    },
    sent: two,
  },
  {
    title: 'deleted while hidden: one request when it is visible again, a list only loses a member',
    async run(readers) {
      await shownThenHidden(readers);
      await readers.remove();
      await readers.removals.last.answer('1');
      await readers.pass();
      await readers.rerender(visible);
    },
    sent: { reads: 2, pages: 1, looks: 0 },
  },
];

describe.each(modes)('requests of two components in an Activity in 5 s, %s', (_, strict) => {
  describe.each(situations)('$title', ({ run, sent }) => {
    it.each(hookNames)('%s', async (hook) => {
      const readers = await mountReaders(hook, strict, visible);
      await run(readers);
      await readers.pass();
      expect(readers.count()).toBe(sent[readerOf(hook)]);
      await readers.end();
    });
  });
});

describe.each(modes)('requests of two components of a screen in 5 s, %s', (_, strict) => {
  function screen() {
    const onFocus = new Set<() => void>();
    const listen = (refetch: () => void) => {
      onFocus.add(refetch);
      return () => void onFocus.delete(refetch);
    };
    const around = (children: ReactNode) => <FocusScope onFocus={listen}>{children}</FocusScope>;
    const focus = () => act(async () => onFocus.forEach((refetch) => refetch()));
    return { around, focus };
  }

  it.each(hookNames)('focused again: valid data is not fetched: %s', async (hook) => {
    const { around, focus } = screen();
    const readers = await mountReaders(hook, strict, around);
    await focus();
    await readers.answer();
    for (let i = 0; i < 10; i++) await focus();
    await readers.pass();
    expect(readers.count()).toBe(one[readerOf(hook)]);
    await readers.end();
  });
});
