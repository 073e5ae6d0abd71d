const DEFAULT = 'http://127.0.0.1:4400';

/**
 * The address of the demo API: `?api=` of the page (so a built Storybook works with any port), else
 * the one set by `npm start`, else the default.
 */
export function apiUrl(): string {
  const given = new URLSearchParams(location.search).get('api');
  return given ?? import.meta.env.STORYBOOK_API ?? DEFAULT;
}
