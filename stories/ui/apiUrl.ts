const DEFAULT = 'http://127.0.0.1:4400';

/**
 * Where the demo API is: `?api=` of the page (a built Storybook meets an API on any port that way),
 * else what `npm start` has set, else the default address.
 */
export function apiUrl(): string {
  const asked = new URLSearchParams(location.search).get('api');
  return asked ?? import.meta.env.STORYBOOK_API ?? DEFAULT;
}
