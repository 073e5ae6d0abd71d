import type { AppProps } from './App.tsx';

/** The props of a page from its URL: `?id=1&id=2&shell=3&looks=4&stale=1`. */
export function propsOf(search: string): Omit<AppProps, 'store'> {
  const params = new URLSearchParams(search);
  return {
    ids: params.getAll('id'),
    shell: params.get('shell') ?? undefined,
    looks: params.get('looks') ?? undefined,
    stale: params.has('stale'),
  };
}
