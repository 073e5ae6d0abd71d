import { act } from '@testing-library/react';
import type { ReactElement, ReactNode } from 'react';
import { createStore, Endpoint, Entity, RestEndpoint, schema } from 'streambed';
import { GQLEndpoint } from 'streambed/graphql';
import {
  useCache,
  useCancelling,
  useDLE,
  useError,
  useFetch,
  useInfinite,
  useLive,
  useSubscription,
  useSuspense,
} from 'streambed/react';
import { Boundary } from './support/Boundary.tsx';
import { modes } from './support/modes.ts';
import { quietConsole } from './support/quietConsole.ts';
import { renderAsync } from './support/renderAsync.tsx';
import { testStore } from './support/testStore.ts';

quietConsole();

let language: 'en' | 'no';
beforeEach(() => {
  language = 'en';
});

const texts = { en: 'Hello', no: 'Hei' };

class Text extends Entity {
  readonly id: string = '';
  readonly text: string = '';
  static override key = 'Text';
}

const args = { id: '1' };
const testKey = (key: string): boolean => key.startsWith('text ');
const key = ({ id }: { id: string }): string => `text ${id} ${language}`;

const getText = new Endpoint(async (_args: { id: string }) => texts[language], {
  ...{ name: 'getText', pollFrequency: 1e9, key, testKey },
});
const getNorwegian = getText.extend({
  fetch: async (_args: { id: string }) => {
    if (language !== 'no') throw new Error(texts[language]);
    return texts.no;
  },
});
const getPages = new Endpoint(
  async (_args: { id: string }) => ({ results: [{ id: language, text: texts[language] }] }),
  {
    schema: { results: new schema.Collection([Text], { argsKey: () => ({ language }) }) },
    pages: { next: () => null },
    ...{ name: 'getPages', key, testKey },
  },
);

/** What each hook shows. */
const hooks = {
  useSuspense: () => useSuspense(getText, args),
  useDLE: () => useDLE(getText, args).data,
  useLive: () => useLive(getText, args),
  useCancelling: () => useSuspense(useCancelling(getText, args), args),
  useInfinite: () => useInfinite(getPages, args).items.map(({ text }) => text),
  useFetch() {
    useFetch(getText, args);
    return useCache(getText, args);
  },
  useSubscription() {
    useSubscription(getText, args);
    return useCache(getText, args);
  },
  useError() {
    useDLE(getNorwegian, args);
    return useError(getNorwegian, args)?.message ?? texts.no;
  },
} satisfies Readonly<Record<string, () => ReactNode>>;

class Named extends Endpoint<(_args: { id: string }) => Promise<string>> {
  override get name(): string {
    return `text ${language}`;
  }
}

class Translated extends RestEndpoint<{ path: '/texts/:id' }> {
  override key(...given: [{ id: string | number }]): string {
    return `${super.key(...given)} ${language}`;
  }
}

class Moved extends RestEndpoint<{ path: '/texts/:id' }> {
  override url(...given: [{ id: string | number }]): string {
    return `${super.url(...given)}.${language}`;
  }
}

class Searched extends RestEndpoint<{ path: '/texts/:id' }> {
  override searchToString(): string {
    return `language=${language}`;
  }
}

const server = new GQLEndpoint('https://example.com/graphql');

/** Endpoints whose keys depend on the language. */
const endpoints = {
  'an option `key`': getText,
  'a method `key`': new Translated({ path: '/texts/:id' }),
  'a getter of `urlPrefix`': new RestEndpoint({
    path: '/texts/:id',
    get urlPrefix() {
      return `/${language}`;
    },
  }),
  'a method `url`': new Moved({ path: '/texts/:id' }),
  'a method `searchToString`': new Searched({ path: '/texts/:id' }),
  'a getter of `name`': new Named(async () => texts[language]),
  'a document that is a function': server.query((_args: { id: string }) => `{ ${language} }`),
};

describe.each(modes)('an endpoint whose key depends on more than its args, %s', (_, strict) => {
  /** The texts that a hook shows in English, Norwegian and English again. */
  async function textsOf(useText: () => ReactNode, store = testStore().store): Promise<string[]> {
    const Shown = (): ReactElement => <b>{useText()}</b>;
    const ui = (): ReactElement => (
      <Boundary>
        <Shown />
      </Boundary>
    );
    const { text, rerender } = await renderAsync(ui(), { store, strict });
    const shown: string[] = [];
    for (const next of ['en', 'no', 'en'] as const) {
      language = next;
      await rerender(ui());
      await act(async () => {});
      shown.push(text());
    }
    return shown;
  }

  it.each(Object.entries(hooks))(
    'is read by %s with the key of the latest render',
    async (_name, useText) => {
      expect(await textsOf(useText)).toEqual(['Hello', 'Hei', 'Hello']);
    },
  );

  it.each(Object.entries(endpoints))(
    'is read by its present key if it has %s',
    async (_name, endpoint) => {
      const respond = async (): Promise<Response> => Response.json({ data: texts[language] });
      function useText(): string {
        // The cast holds: all of them take the same arguments.
        const data = useSuspense(endpoint as typeof getText, args) as string | { data: string };
        return typeof data === 'string' ? data : data.data;
      }
      const store = createStore({ fetch: respond });
      expect(await textsOf(useText, store)).toEqual(['Hello', 'Hei', 'Hello']);
    },
  );

  it('keeps the error of a key that still fails', async () => {
    const failing = getText.extend({
      key(): string {
        throw new TypeError('no language');
      },
    });
    const errors: (Error | undefined)[] = [];
    const Shown = (): ReactNode => {
      errors.push(useDLE(failing, args).error);
      return null;
    };
    const { rerender } = await renderAsync(<Shown />, { store: testStore().store, strict });
    await rerender(<Shown />);
    await act(async () => {});
    expect(errors.at(-1)).toMatchObject({ message: 'no language' });
    expect(errors.at(-1)).toBe(errors.at(-2));
  });
});

it.each(Object.entries(endpoints))(
  'an endpoint with %s has no key of its args alone',
  (_, endpoint) => {
    expect(endpoint.isKeyOfArgs).toBe(false);
  },
);

it.each([
  new Endpoint(async () => '', { name: 'getText', timeout: 1_000 }).extend({ cancel: true }),
  new RestEndpoint({ path: '/texts', urlPrefix: '/api', process: String, getHeaders: Object }),
  server.query('{ text }'),
])('%p has, so that repeated renders need not make it', (endpoint) => {
  expect(endpoint.isKeyOfArgs).toBe(true);
});
