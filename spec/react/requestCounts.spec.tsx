import { act } from '@testing-library/react';
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

/** What happens, and how many requests each kind of reader has sent 5 s later. */
interface Situation {
  readonly title: string;
  readonly run: (readers: Readers) => Promise<void>;
  readonly sent: Readonly<Record<Reader, number>>;
}

const one = { reads: 1, pages: 1, looks: 0 };
const two = { reads: 2, pages: 2, looks: 0 };

/** Shows the data. */
async function shown({ answer }: Readers): Promise<void> {
  await answer();
}

async function gone({ page }: Readers): Promise<void> {
  await page.unmount();
}

/** Within `act`, boundaries do not end the leases of suspended renders: 30 s do. */
async function leasesEnd({ pass }: Readers): Promise<void> {
  for (let i = 0; i < 7; i++) await pass();
}

const invalidate = ({ store, endpoint }: Readers) =>
  act(async () => store.invalidate(endpoint, { id: '1' }));

const situations: readonly Situation[] = [
  { title: 'suspended: all renders join the first request', run: async () => {}, sent: one },
  {
    title: 'suspended, rendered often: a render is no cause',
    async run({ rerender }) {
      for (let i = 0; i < 20; i++) await rerender();
    },
    sent: one,
  },
  { title: 'suspended, unmounted: nothing is sent again', run: gone, sent: one },
  {
    title: 'suspended, invalidated: the response of the first request no longer counts',
    async run(readers) {
      await invalidate(readers);
      await readers.pass();
      await readers.answer();
    },
    sent: two,
  },
  {
    title: 'suspended while an optimistic delete is in flight: its end decides',
    async run({ answer, remove }) {
      await remove();
      await answer();
    },
    sent: one,
  },
  { title: 'shown: valid data is not fetched', run: shown, sent: one },
  {
    title: 'shown, rendered often: a render is no cause',
    async run(readers) {
      await shown(readers);
      for (let i = 0; i < 20; i++) await readers.rerender();
    },
    sent: one,
  },
  {
    title: 'shown, unmounted, mounted again: valid data is not fetched',
    async run(readers) {
      await shown(readers);
      await readers.rerender(() => null);
      await readers.pass();
      await readers.rerender();
    },
    sent: one,
  },
  {
    title: 'unmounted, invalidated: no reader is left',
    async run(readers) {
      await shown(readers);
      await readers.rerender(() => null);
      await invalidate(readers);
    },
    sent: one,
  },
  {
    title: 'an optimistic delete in flight: it may fail',
    async run(readers) {
      await shown(readers);
      await readers.remove();
    },
    sent: one,
  },
  {
    title: 'an optimistic delete that failed: the data is there again',
    async run(readers) {
      await shown(readers);
      await readers.remove();
      await readers.pass();
      await readers.removals.last.fail(new Error('no'));
    },
    sent: one,
  },
  {
    title: 'a confirmed delete: its readers fetch once, a list only loses a member',
    async run(readers) {
      await shown(readers);
      await readers.remove();
      await readers.removals.last.answer('1');
      await readers.pass();
    },
    sent: { reads: 2, pages: 1, looks: 0 },
  },
  {
    title: 'deleted, unmounted: no reader is left',
    async run(readers) {
      await shown(readers);
      await readers.remove();
      await gone(readers);
      await leasesEnd(readers);
      await readers.removals.last.answer('1');
    },
    sent: one,
  },
  {
    title: 'invalidated by a call: one request',
    async run(readers) {
      await shown(readers);
      await invalidate(readers);
      await readers.pass();
      await readers.answer();
    },
    sent: two,
  },
  {
    title: 'expired by a call: one request',
    async run(readers) {
      await shown(readers);
      await act(async () => readers.store.expireAll(readers.endpoint));
      await readers.pass();
      await readers.answer();
    },
    sent: two,
  },
  {
    title: 'reset: one request',
    async run(readers) {
      await shown(readers);
      await act(async () => void readers.store.reset());
      await readers.pass();
      await readers.answer();
    },
    sent: two,
  },
  {
    title: 'failing: two further tries, then the error stays',
    async run({ fail, pass }) {
      for (let i = 0; i < 5; i++) {
        await fail();
        await pass();
      }
    },
    sent: { reads: 3, pages: 3, looks: 0 },
  },
  {
    title: 'suspended, unmounted, failing: no further try',
    async run(readers) {
      await gone(readers);
      await leasesEnd(readers);
      await readers.fail();
    },
    sent: one,
  },
];

describe.each(modes)('requests of two components in 5 s, %s', (_, strict) => {
  describe.each(situations)('$title', ({ run, sent }) => {
    it.each(hookNames)('%s', async (hook) => {
      const readers = await mountReaders(hook, strict);
      await run(readers);
      await readers.pass();
      expect(readers.count()).toBe(sent[readerOf(hook)]);
      await readers.end();
    });
  });
});
