/**
 * Lists that are read in pages.
 *
 * @packageDocumentation
 */

export type { LoadedPages, PageParams, PagesOption } from '../../data/endpoint/PagesOption.ts';
export { pages } from './pages.ts';
export type { ItemIn, PagedEndpoint, PagesOf, PagesState } from './PagesState.ts';
