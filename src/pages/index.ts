/**
 * Lists that are read in pages.
 *
 * @packageDocumentation
 */

export type { LoadedPages, PageParams, PagesOption } from '../endpoint/PagesOption.ts';
export { pages } from './pages.ts';
export type { ItemIn, PagedEndpoint, PagesOf, PagesState } from './PagesState.ts';
